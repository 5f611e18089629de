import { expect, test } from 'vitest'
import { findRecipientError, removeSpaces } from './recipient.ts'

const own = '76561198000000001'

test.each([
  ['', 'missing'],
  ['7656119800000000', 'rule'],
  ['765611980000000022', 'rule'],
  ['7656119800000000x', 'rule'],
  ['12345678901234567', 'rule'],
  [own, 'own'],
  ['76561198000000002', null],
])('F4 a gift needs the SteamID64 of another player: %s is %s', (steamId, fault) => {
  expect(findRecipientError(steamId, own)).toBe(fault)
})

test('F4 a SteamID64 is taken as it was copied, with spaces around it', () => {
  expect(removeSpaces(' 76561198 000000002\n')).toBe('76561198000000002')
})
