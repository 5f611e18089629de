import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { maxRangePlayers } from './range-size.ts'
import {
  type Range,
  type StandingKey,
  compareStandingKeys,
  lowestStandingKey,
  splitSize,
  findRangeIndex,
  recountRanges,
} from './ranges.ts'
import { playerId } from '../testing/board-fixture.ts'

const list = { boardId: 3, filter: 5 }
const rules = { max: maxRangePlayers, stays: () => false }
const key = fc.record({
  minusKills: fc.integer({ min: -6, max: 0 }),
  deaths: fc.nat(4),
  steamId: fc.nat(30).map(playerId),
})

/** Ranges that begin at these keys, the first below every key, each holding `players`. */
function rangesAt(keys: readonly StandingKey[], players: number): Range[] {
  const begins = [...new Map(keys.map((each) => [JSON.stringify(each), each])).values()].toSorted(
    compareStandingKeys,
  )
  return [lowestStandingKey, ...begins].map((each) => ({ ...list, ...each, players }))
}

test('I8 keys are ordered by kills descending, deaths ascending, SteamID as a number', () => {
  const places = [
    { minusKills: -9, deaths: 5, steamId: '76561197960265731' },
    { minusKills: -9, deaths: 6, steamId: '9' },
    { minusKills: -9, deaths: 6, steamId: '10' },
    { minusKills: -8, deaths: 0, steamId: '1' },
  ]
  expect(places.toReversed().toSorted(compareStandingKeys)).toEqual(places)
  for (const place of places) expect(compareStandingKeys(lowestStandingKey, place)).toBeLessThan(0)
})

test('I8 the range of a key is the last that begins at or before it', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 20 }), key, (begins, wanted) => {
      const ranges = rangesAt(begins, 1)
      const last = ranges.findLastIndex((range) => compareStandingKeys(range, wanted) <= 0)
      expect(findRangeIndex(ranges, wanted)).toBe(last)
    }),
    { numRuns: propertyRuns(20_000) },
  )
})

test('I8 a recount of ranges loses no player, and no range but the first stays empty', () => {
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 12 }),
      fc.array(key, { maxLength: 20 }),
      fc.array(key, { maxLength: 20 }),
      (begins, leaving, entering) => {
        const before = rangesAt(begins, 20)
        const { changed, dropped } = recountRanges(list, before, { leaving, entering }, rules)
        const after = new Map(
          before.map((range) => [JSON.stringify({ ...range, players: 0 }), range.players]),
        )
        for (const range of dropped) after.delete(JSON.stringify({ ...range, players: 0 }))
        for (const range of changed) after.set(JSON.stringify({ ...range, players: 0 }), range.players)
        const sum = [...after.values()].reduce((total, players) => total + players, 0)
        expect(sum).toBe(before.length * 20 - leaving.length + entering.length)
        expect([...after.values()].slice(1)).not.toContain(0)
      },
    ),
    { numRuns: propertyRuns(20_000) },
  )
})

test('I8 a new order has one range, which begins before every player', () => {
  const entering = [{ minusKills: -1, deaths: 0, steamId: playerId(1) }]
  expect(recountRanges(list, [], { leaving: [], entering }, rules)).toEqual({
    changed: [{ ...list, ...lowestStandingKey, players: 1 }],
    dropped: [],
  })
})

test('I8 a full range falls into even pieces, none too small to last', () => {
  fc.assert(
    fc.property(fc.integer({ min: maxRangePlayers + 1, max: 40 * maxRangePlayers }), (players) => {
      const piece = splitSize(players, maxRangePlayers)
      const last = players % piece || piece
      expect(piece).toBeLessThanOrEqual(maxRangePlayers / 2)
      expect(last).toBeGreaterThan(piece / 2)
    }),
  )
})

test('I8 a range that shrank joins the one before while both are small, unless a block begins with it', () => {
  const ranges = rangesAt([{ minusKills: -3, deaths: 0, steamId: playerId(1) }], maxRangePlayers / 8)
  const leaving = [{ minusKills: -3, deaths: 2, steamId: playerId(2) }]
  const joined = recountRanges(list, ranges, { leaving, entering: [] }, rules)
  expect(joined.dropped).toEqual(ranges.slice(1))
  expect(joined.changed.map(({ players }) => players)).toEqual([maxRangePlayers / 4 - 1])
  const stays = recountRanges(list, ranges, { leaving, entering: [] }, { ...rules, stays: () => true })
  expect([stays.dropped, stays.changed.map(({ players }) => players)]).toEqual([
    [],
    [maxRangePlayers / 8 - 1],
  ])
  const large = rangesAt([{ minusKills: -3, deaths: 0, steamId: playerId(1) }], maxRangePlayers / 4)
  expect(recountRanges(list, large, { leaving, entering: [] }, rules).dropped).toEqual([])
})
