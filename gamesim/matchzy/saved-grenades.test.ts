import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Gamesim, type GameServer, startGamesim } from '../index.ts'

const steamId = '76561198000000001'
let sim: Gamesim
let server: GameServer

beforeEach(async () => {
  sim = await startGamesim({ servers: [{ mode: 'competitive', autoplay: false, maps: ['de_mirage'] }] })
  const [first] = sim.servers
  if (!first) throw new Error('no server')
  server = first
  server.runCommandLine('css_prac')
})
afterEach(() => sim.close())

const file = () => join(server.dataDir, 'cfg/MatchZy/savednades.json')
const say = (...lines: string[]) => {
  const player =
    server.game.roster.bySteamId(steamId) ?? server.connect({ name: '队长', steamId, side: 'CT' })
  for (const line of lines) server.say(player, line)
  return server.records.privateMessages.splice(0).map(({ text }) => text)
}

test('a line-up is saved in the file as MatchZy writes it, listed, loaded and deleted', () => {
  expect(say('.savenade window jump throw <跳投>')).toEqual(['Lineup window saved successfully!'])
  const text = readFileSync(file(), 'utf8')
  expect(text).toContain('"Desc": "jump throw \\u003C\\u8DF3\\u6295\\u003E"')
  expect(JSON.parse(text)).toEqual({
    [steamId]: {
      window: {
        LineupPos: expect.stringMatching(/^-?[\d.]+ -?[\d.]+ -?[\d.]+$/),
        LineupAng: expect.stringMatching(/^-12\.5 \d+ 0$/),
        Desc: 'jump throw <跳投>',
        Map: 'de_mirage',
        Type: 'Smoke',
      },
    },
  })
  expect(say('.sn window', '.listnades', '.loadnade window', '.ln nothing')).toEqual([
    'Lineup already exists! Please use a different name or use .delnade <nade>',
    '[Smoke] .loadnade window',
    'Lineup window loaded successfully!',
    'Nade not found! Usage: .loadnade <name>',
  ])
  expect(say('.importnade mid 1.5, 2, 3 0, 90, 0')).toEqual(['Lineup imported and saved successfully.'])
  expect(say('.deletenade window', '.delnade window')).toEqual([
    'Lineup window deleted successfully.',
    'Lineup window not found!',
  ])
  expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')) as object)).toEqual([steamId])
})

test('without practice mode nothing is saved, and a linked file is written where it lies', () => {
  server.runCommandLine('css_match')
  expect([say('.savenade window'), existsSync(file())]).toEqual([[], false])
  server.runCommandLine('css_prac')
  mkdirSync(join(server.dataDir, 'cfg/MatchZy'), { recursive: true })
  writeFileSync(join(server.dataDir, 'elsewhere.json'), '{}')
  symlinkSync('../../elsewhere.json', file())
  say('.savenade window')
  expect(readFileSync(join(server.dataDir, 'elsewhere.json'), 'utf8')).toContain('"window"')
})
