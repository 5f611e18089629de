import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectAnomalies } from '../leaderboard/anomalies.ts'
import { sortForBadges } from './groups.ts'
import { isSteamId, toSteamId, steamProfileUrl } from './steam-id.ts'
import { getWeaponClass } from '../leaderboard/weapons.ts'

test('I9 a SteamID64 is the first account and the number of the log', () => {
  expect(toSteamId(1)).toBe('76561197960265729')
  expect(toSteamId('2')).toBe('76561197960265730')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), (account) => {
      expect(isSteamId(toSteamId(account))).toBe(true)
    }),
  )
})

test.each([
  '',
  '76561197960265728',
  '76561190000000000',
  '76561202255233024',
  '7656119796026573',
  '765611979602657301',
  ' 76561197960265730',
  '[U:1:2]',
])('I9 %j is no SteamID64 of a person', (text) => {
  expect(isSteamId(text)).toBe(false)
})

test('I2 the Steam link is the profile of the SteamID', () => {
  expect(steamProfileUrl('76561197960265730')).toBe('https://steamcommunity.com/profiles/76561197960265730')
})

test.each([
  ['ak47', 'rifle'],
  ['m4a1_silencer', 'rifle'],
  ['awp', 'awp'],
  ['usp_silencer', 'pistol'],
  ['revolver', 'pistol'],
  ['ssg08', 'other'],
  ['knife', 'other'],
  ['constructor', 'other'],
])('I9 a kill with %s is one of class %s', (weapon, kind) => {
  expect(getWeaponClass(weapon)).toBe(kind)
})

test('I3 badges are ordered, the highest first, each once', () => {
  expect(sortForBadges(['vip', 'pro', 'vip', 'op'])).toEqual(['op', 'pro', 'vip'])
})

const usual = { kills: 60, headshots: 30, mostOnOneVictim: 12, killsThisMinute: 4 }

test.each([
  [usual, []],
  [{ ...usual, killsThisMinute: 25 }, []],
  [{ ...usual, killsThisMinute: 26 }, ['rate']],
  [{ ...usual, headshots: 57 }, ['headshots']],
  [{ ...usual, headshots: 56 }, []],
  [{ ...usual, kills: 39, headshots: 39 }, []],
  [{ ...usual, mostOnOneVictim: 45 }, ['farming']],
  [{ ...usual, mostOnOneVictim: 44 }, []],
  [{ kills: 40, headshots: 40, mostOnOneVictim: 40, killsThisMinute: 40 }, ['rate', 'headshots', 'farming']],
])('I3 fairness: %j is flagged as %j', (conduct, kinds) => {
  expect(detectAnomalies(conduct)).toEqual(kinds)
})
