import { expect, test } from 'vitest'
import { completeLine } from './command-completion.ts'

const words = {
  maps: ['de_dust2', 'de_nuke', 'aim_redline'],
  players: [
    { userId: 3, name: '老王' },
    { userId: 4, name: 'a"; quit' },
    { userId: null, name: 'B' },
  ],
}
const lines = (line: string) => completeLine(line, words, 'zh').map((offer) => offer.line)

test('J a command is suggested by prefix, then by substring, with its description', () => {
  expect(completeLine('changel', words, 'zh')).toEqual([
    { line: 'changelevel ', word: 'changelevel', detail: '切换地图' },
    { line: 'ds_workshop_changelevel ', word: 'ds_workshop_changelevel', detail: '切换创意工坊地图' },
  ])
  expect(completeLine('STATUS', words, 'en')[0]).toMatchObject({ detail: 'Server and players' })
  expect(lines('')).toEqual([])
  expect(lines('zzz')).toEqual([])
  expect(lines('m')).toHaveLength(8)
})

test('J maps are suggested after commands that take a map, players after those that take a player', () => {
  expect(lines('changelevel de_')).toEqual(['changelevel de_dust2', 'changelevel de_nuke'])
  expect(lines('changelevel ')).toHaveLength(3)
  expect(lines('changelevel de_nuke')).toEqual([])
  expect(lines('kickid ')).toEqual(['kickid 3', 'kickid 4'])
  expect(lines('css_kick 老')).toEqual(['css_kick #3'])
  expect(lines('kickid 3 because')).toEqual([])
  expect(lines('status ')).toEqual([])
})

test('J a name that would become another command is not offered', () => {
  expect(lines('kick ')).toEqual(['kick "老王"', 'kick "B"'])
})

test('J of several commands the last one is completed', () => {
  expect(lines('mp_restartgame 1; changelevel nuke')).toEqual(['mp_restartgame 1; changelevel de_nuke'])
})
