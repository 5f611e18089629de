import { expect, test } from 'vitest'
import { maxPlayGapMs } from '@clutch/contract/limits.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { listRoster } from '../count-batch.ts'
import {
  type Line,
  LogFixture,
  bot,
  connects,
  ct,
  enters,
  joins,
  kills,
  leaves,
  loading,
  matchStart,
  noon,
  roundEnd,
  roundStart,
  started,
  t,
} from '../testing/log-fixture.ts'

const begin: Line[] = [
  [0, loading],
  [1, started],
  [2, connects(1)],
  [10, enters(1)],
  [11, joins(1, 'CT')],
]

function after(lines: readonly Line[]): LogFixture {
  const log = new LogFixture()
  log.send(lines)
  return log
}

test.each([
  ['to the disconnect', [...begin, [40, leaves(1)], [90, roundEnd]], 30_000],
  ['to the last line, without a disconnect', [...begin, [40, roundEnd]], 30_000],
  [
    'to the line before an unseen reconnect',
    [...begin, [20, roundEnd], [60, connects(1)], [70, enters(1)], [75, leaves(1)]],
    15_000,
  ],
  [
    'not while connecting',
    [
      [0, loading],
      [2, connects(1)],
      [60, roundEnd],
    ],
    undefined,
  ],
  [
    'over a change of map',
    [...begin, [30, loading], [50, started], [70, enters(1)], [90, leaves(1)]],
    80_000,
  ],
  [
    'not over a change of map from which they never come back',
    [...begin, [30, loading], [90, roundEnd]],
    20_000,
  ],
  ['up to the disconnect while the map loads', [...begin, [30, loading], [50, leaves(1)]], 40_000],
  ['in two visits', [...begin, [20, leaves(1)], [30, connects(1)], [40, enters(1)], [45, leaves(1)]], 15_000],
  ['a clock that jumps back', [...begin, [20, roundEnd], [-9_000, roundEnd], [-8_990, leaves(1)]], 20_000],
] as [string, Line[], number | undefined][])(
  'I9 play time runs from entering the game: %s',
  (_, lines, playtimeMs) => {
    expect(after(lines).of(1).playtimeMs).toBe(playtimeMs)
  },
)

test('I9 a silence of hours is no play', () => {
  expect(after([...begin, [86_400, roundEnd]]).of(1).playtimeMs).toBe(maxPlayGapMs + 1_000)
})

test('I9 a log without offsets has no holes', () => {
  const log = new LogFixture()
  log.send(begin, { numbered: false })
  log.lose()
  expect(log.send([[40, roundEnd]], { numbered: false }).missing).toBe(0)
  expect(log.of(1).playtimeMs).toBe(30_000)
})

test('I9 the next map begins its log at offset 0: nothing of it is taken for a repeat', () => {
  const log = after(begin)
  log.beginLog()
  expect(
    log.send([
      [100, loading],
      [101, started],
    ]).missing,
  ).toBe(0)
  log.send([[120, enters(1)]])
  log.send([[130, leaves(1)]])
  expect(log.of(1).playtimeMs).toBe(120_000)
})

test('I9 a map may be changed in the moment of the last line', () => {
  const log = after(begin)
  log.beginLog()
  log.send([[11, loading]])
  log.send([
    [11, started],
    [40, leaves(1)],
  ])
  expect(log.of(1).playtimeMs).toBe(30_000)
  expect(log.state?.begunAt).toBe(noon + 11_000)
  log.beginLog()
  log.send([
    [40, loading],
    [41, connects(1)],
  ])
  expect(log.state && listRoster(log.state)).toHaveLength(1)
})

test('I9 the beginning of the next map may be missing', () => {
  const log = after([...begin, ...begin, ...begin])
  log.beginLog()
  log.lose(77)
  expect(log.send([[100, enters(1)]]).missing).toBe(77)
})

test('I9 who left in the lost end of a log earns nothing by it', () => {
  const log = after(begin)
  log.lose()
  log.beginLog()
  log.send([
    [100, loading],
    [101, started],
    [102, connects(1)],
    [110, enters(1)],
    [120, leaves(1)],
  ])
  expect(log.of(1).playtimeMs).toBe(1_000 + 10_000)
})

test('D14 the roster lists every player on the server, and since when they play', () => {
  const log = after([...begin, [20, `${bot(5, '')} entered the game`], [25, connects(2)], [40, roundStart]])
  const roster = log.state ? listRoster(log.state) : []
  expect(roster.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'Bot', steamId: null, userId: 5, playedMs: 20_000 },
    { name: 'P1', steamId: toSteamId(1), userId: 1, playedMs: 30_000 },
    { name: 'P2', steamId: toSteamId(2), userId: 2, playedMs: 0 },
  ])
})

test('I9 a hostile log makes no large state', () => {
  const crowd = Array.from({ length: 3_000 }, (_, index): Line[] => [
    [1, `"${'x'.repeat(300)}<${index}><[U:1:${index + 1}]><CT>" entered the game`],
    [1, `${ct(index + 1)} [1 2 3] killed "Q<9><[U:1:${9_000 - index}]><TERRORIST>" [1 2 3] with "awp"`],
  ]).flat()
  const log = new LogFixture()
  log.send([[0, matchStart]])
  log.lose()
  log.send(crowd)
  log.send(Array.from({ length: 100 }, (_, victim): Line => [2, `${kills(ct(1), t(victim + 5_000))}`]))
  const { people = {}, conduct = {}, pending } = log.state ?? {}
  expect(Object.keys(people)).toHaveLength(256)
  expect(Object.keys(conduct)).toHaveLength(256)
  const victims = Object.values(conduct).map((one) => Object.keys(one.victims).length)
  expect(Math.max(...victims)).toBeLessThanOrEqual(64)
  expect(Object.keys(pending?.people ?? {})).toHaveLength(256)
  expect(Math.max(...Object.values(people).map(({ name }) => name.length))).toBeLessThanOrEqual(64)
  expect(JSON.stringify(log.state).length).toBeLessThan(200_000)
})
