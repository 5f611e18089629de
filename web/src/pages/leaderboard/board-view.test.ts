import { boardModes } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { boardGroups } from '@clutch/contract/rules/accounts/groups.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseGroups, parseMode, toggleGroup } from './board-view.ts'

test('I1 an address names a mode, anything else is deathmatch', () => {
  for (const mode of boardModes) expect(parseMode(mode)).toBe(mode)
  for (const other of [undefined, '', 'DM', 'constructor', 'retakes,dm']) expect(parseMode(other)).toBe('dm')
})

test.each([
  [undefined, []],
  ['', []],
  ['op,pro', ['pro', 'op']],
  ['vip,normal,kol,kol', ['kol']],
] as const)('I2 ?group=%s shows %j', (asked, groups) => {
  expect(parseGroups(asked)).toEqual(groups)
})

test('I2 pressing a chip twice changes nothing, and the address round-trips', () => {
  fc.assert(
    fc.property(fc.subarray([...boardGroups]), fc.constantFrom(...boardGroups), (groups, chip) => {
      const once = toggleGroup(groups, chip)
      expect(once.includes(chip)).toBe(!groups.includes(chip))
      expect(toggleGroup(once, chip)).toEqual(groups)
      expect(parseGroups(once.join(','))).toEqual(once)
    }),
  )
})
