import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryServer, buildServer } from '../../../testing/server-builder.ts'
import {
  isInQuickJoinCategory,
  pickQuickJoinServer,
  quickJoinCategories,
  findQuickJoinServers,
} from './quick-join.ts'
import { freeSlots } from './player-slots.ts'

test.each([
  ['deathmatch', 'deathmatch', true],
  ['pistol dm', 'deathmatch', true],
  ['no-awp dm', 'deathmatch', true],
  ['retakes', 'retakes', true],
  ['solo 1v1', '1v1', true],
  ['public', 'public', true],
  ['vip sub', 'public', false],
  ['competitive', 'deathmatch', false],
] as const)('E1 %s is in %s: %s', (category, wanted, expected) => {
  expect(isInQuickJoinCategory({ category }, wanted)).toBe(expected)
})

test('E3 four free slots are needed, one is enough for a holder of any membership', () => {
  const three = buildServer({ players: '7/10' })
  const four = buildServer({ players: '6/10' })
  const one = buildServer({ players: '9/10' })
  expect(findQuickJoinServers([three, four, one], 'public', false)).toEqual([four])
  expect(findQuickJoinServers([three, four, one], 'public', true)).toEqual([three, four, one])
})

test('E4 offline servers are skipped and players_max is what counts', () => {
  expect(findQuickJoinServers([buildServer({ open: 0, players: '0/10' })], 'public', true)).toEqual([])
  expect(findQuickJoinServers([buildServer({ locked: true, players: '0/10' })], 'public', true)).toEqual([])
  expect(findQuickJoinServers([buildServer({ players: '6/10', players_max: 8 })], 'public', false)).toEqual(
    [],
  )
  expect(freeSlots(buildServer({ players: '6/10', players_max: 20 }))).toBe(14)
  expect(freeSlots(buildServer({ players: '12/10' }))).toBe(0)
})

test('E3 the fewest free slots win, one of the equals at random', () => {
  const near = [buildServer({ id: 'a', players: '6/10' }), buildServer({ id: 'b', players: '16/20' })]
  const far = buildServer({ id: 'c', players: '0/10' })
  expect(pickQuickJoinServer([far, ...near], 0)?.id).toBe('a')
  expect(pickQuickJoinServer([far, ...near], 0.99)?.id).toBe('b')
  expect(pickQuickJoinServer([], 0.5)).toBeNull()
})

test('E3 the pick is always one of the eligible with the fewest free slots', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryServer),
      fc.constantFrom(...quickJoinCategories),
      fc.boolean(),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (servers, category, vip, random) => {
        const eligible = findQuickJoinServers(servers, category, vip)
        const pick = pickQuickJoinServer(eligible, random)
        expect(pick === null).toBe(eligible.length === 0)
        if (pick) {
          expect(eligible).toContain(pick)
          for (const other of eligible) expect(freeSlots(pick)).toBeLessThanOrEqual(freeSlots(other))
        }
      },
    ),
  )
})

test('J E3 a server in maintenance is never offered, whatever its note', () => {
  const open = buildServer({ players: '1/10' })
  const worked = buildServer({ players: '1/10', maintenance: { zh: '', en: '' } })
  for (const holdsMembership of [false, true])
    expect(findQuickJoinServers([open, worked], 'public', holdsMembership)).toEqual([open])
})

test('J E3 a server whose game is outdated is never offered: players could not join it', () => {
  const open = buildServer({ players: '1/10' })
  const outdated = buildServer({ players: '1/10', outdated: true })
  expect(findQuickJoinServers([open, outdated], 'public', false)).toEqual([open])
})
