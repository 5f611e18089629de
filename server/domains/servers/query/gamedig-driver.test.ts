import { expect, test } from 'vitest'
import { isGamedigGame, readResult } from './gamedig-driver.ts'

test('numbers come as strings, bots in a list of their own: both are players', () => {
  const result = {
    name: 'OA\u0007',
    map: 'oa_dm1',
    maxplayers: '16',
    numplayers: 1,
    password: false,
    players: [{ name: 'human', raw: { time: 61.5 } }],
    bots: [{ name: 'Sarge', raw: { time: -1 } }, {}],
  }
  expect(readResult(result)).toEqual({
    name: 'OA',
    map: 'oa_dm1',
    players: 3,
    max: 16,
    bots: 2,
    locked: false,
    gameVersion: null,
    list: [{ name: 'human', seconds: 61 }, { name: 'Sarge' }, { name: '' }],
  })
})

test('whatever makes no sense counts as nothing', () => {
  const result = {
    name: 7,
    map: null,
    maxplayers: 'x',
    numplayers: -3,
    password: 'yes',
    players: [{ name: {} }],
  }
  expect(readResult(result)).toEqual({
    name: '',
    map: '',
    players: 1,
    max: 0,
    bots: 0,
    locked: false,
    gameVersion: null,
    list: [{ name: '' }],
  })
  expect(readResult({})).toMatchObject({ players: 0, max: 0, list: [] })
})

test('a game is one that gamedig lists, not what every object has', async () => {
  const pending = ['openarena', 'minecraft', 'constructor', 'unheard'].map(isGamedigGame)
  expect(await Promise.all(pending)).toEqual([true, true, false, false])
})
