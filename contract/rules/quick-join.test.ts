import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyServer, aServer } from '../testing/servers.ts'
import { inCategory, pickQuickJoin, quickJoinCategories, quickJoinServers } from './quick-join.ts'
import { freeSlots } from './slots.ts'

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
  expect(inCategory({ category }, wanted)).toBe(expected)
})

test('E3 four free slots are needed, one is enough for a holder of any membership', () => {
  const three = aServer({ players: '7/10' })
  const four = aServer({ players: '6/10' })
  const one = aServer({ players: '9/10' })
  expect(quickJoinServers([three, four, one], 'public', false)).toEqual([four])
  expect(quickJoinServers([three, four, one], 'public', true)).toEqual([three, four, one])
})

test('E4 offline servers are skipped and players_max is what counts', () => {
  expect(quickJoinServers([aServer({ open: 0, players: '0/10' })], 'public', true)).toEqual([])
  expect(quickJoinServers([aServer({ locked: true, players: '0/10' })], 'public', true)).toEqual([])
  expect(quickJoinServers([aServer({ players: '6/10', players_max: 8 })], 'public', false)).toEqual([])
  expect(freeSlots(aServer({ players: '6/10', players_max: 20 }))).toBe(14)
  expect(freeSlots(aServer({ players: '12/10' }))).toBe(0)
})

test('E3 the fewest free slots win, one of the equals at random', () => {
  const near = [aServer({ id: 'a', players: '6/10' }), aServer({ id: 'b', players: '16/20' })]
  const far = aServer({ id: 'c', players: '0/10' })
  expect(pickQuickJoin([far, ...near], 0)?.id).toBe('a')
  expect(pickQuickJoin([far, ...near], 0.99)?.id).toBe('b')
  expect(pickQuickJoin([], 0.5)).toBeNull()
})

test('E3 the pick is always one of the eligible with the fewest free slots', () => {
  fc.assert(
    fc.property(
      fc.array(anyServer),
      fc.constantFrom(...quickJoinCategories),
      fc.boolean(),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (servers, category, vip, random) => {
        const eligible = quickJoinServers(servers, category, vip)
        const pick = pickQuickJoin(eligible, random)
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
  const open = aServer({ players: '1/10' })
  const worked = aServer({ players: '1/10', maintenance: { zh: '', en: '' } })
  for (const holdsMembership of [false, true])
    expect(quickJoinServers([open, worked], 'public', holdsMembership)).toEqual([open])
})
