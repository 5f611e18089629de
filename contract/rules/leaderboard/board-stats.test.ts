import { type BoardCounts, zeroBoardCounters } from './statistics.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoardMode, boardColumns, boardModes, explainedStats, parseBoardMode } from './board-modes.ts'
import { type StatName, formatHours, formatRank, formatStat, computeStat } from './board-stats.ts'

const nothing = zeroBoardCounters()
const kite: BoardCounts = {
  ...nothing,
  kills: 4216,
  deaths: 3904,
  headshots: 1741,
  playtime: 3486,
  clutches: 8,
  clutchwins: 3,
  wins: 30,
  loses: 10,
}

function shown(name: StatName, counts: BoardCounts, mode: BoardMode): string {
  return formatStat(name, computeStat(name, counts, mode))
}

test.each<[StatName, BoardMode, string]>([
  ['kills', 'dm', '4,216'],
  ['kda', 'dm', '1.08'],
  ['kpm', 'dm', '1.21'],
  ['hsRate', 'dm', '41.3%'],
  ['playtime', 'dm', '58.1h'],
  ['winRate', 'retakes', '75.0%'],
  ['winRate', 'solo', '51.9%'],
  ['clutchwins', 'retakes', '3'],
  ['clutchWinRate', 'retakes', '37.5%'],
])('I5 %s of %s reads %s', (name, mode, text) => {
  expect(shown(name, kite, mode)).toBe(text)
})

test('I5 kda is the kills if the player never died', () => {
  expect(shown('kda', { ...nothing, kills: 7 }, 'dm')).toBe('7.00')
})

test.each<[StatName, string]>([
  ['kda', '0.00'],
  ['kpm', '0.00'],
  ['hsRate', '0.0%'],
  ['winRate', '0.0%'],
  ['clutchWinRate', '0.0%'],
  ['playtime', '0.0h'],
  ['kills', '0'],
])('I5 without anything counted %s reads %s', (name, text) => {
  expect(boardModes.map((mode) => shown(name, nothing, mode))).toEqual(boardModes.map(() => text))
})

test('I5 kills without playtime make no kpm', () => {
  expect(computeStat('kpm', { ...nothing, kills: 9 }, 'dm')).toBe(0)
})

test.each([
  [90, '1.5h'],
  [0, '0.0h'],
  [-5, '0.0h'],
  [Number.NaN, '0.0h'],
  [Number.POSITIVE_INFINITY, '0.0h'],
  [120_000, '2,000.0h'],
])('I5 %s minutes read %s', (minutes, text) => {
  expect(formatHours(minutes)).toBe(text)
})

test.each([
  [1, '1'],
  [12_345, '12,345'],
  [null, '-'],
  [undefined, '-'],
  [Number.NaN, '-'],
])('I5 rank %s reads %s', (rank, text) => {
  expect(formatRank(rank)).toBe(text)
})

test('I5 numbers read as `Intl` writes them, also where a digit is rounded', () => {
  const written = (digits: number) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const [whole, two] = [written(0), written(2)]
  const value = fc.oneof(
    fc.nat(),
    fc.double({ min: 0, noNaN: true }),
    fc.nat().map((cents) => cents / 1_000),
    fc.constantFrom(0.005, 1.005, 0.5, 999.995, 1_234_567.5, 15_212_761_436_909.324, 1e15, 1e21),
  )
  fc.assert(
    fc.property(value, (read) => {
      expect(formatStat('kills', read)).toBe(whole.format(Number.isFinite(read) ? read : 0))
      expect(formatStat('kda', read)).toBe(two.format(Number.isFinite(read) ? read : 0))
    }),
  )
})

test('I5 no stat is ever NaN or infinite, whatever the counts, and rates stay within their whole', () => {
  const count = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 2 ** 31), fc.double())
  const keys = Object.keys(nothing) as (keyof BoardCounts)[]
  const counts = fc.tuple(...keys.map(() => count)).map((values) => {
    const made = { ...nothing }
    keys.forEach((key, at) => (made[key] = values[at] ?? 0))
    return made
  })
  const names = [...new Set(boardModes.flatMap((mode) => boardColumns[mode].table))]
  fc.assert(
    fc.property(counts, fc.constantFrom(...boardModes), fc.constantFrom(...names), (some, mode, name) => {
      expect(Number.isFinite(computeStat(name, some, mode))).toBe(true)
      expect(shown(name, some, mode)).toMatch(/^-?[\d,]+(\.\d+)?[%h]?$/)
    }),
  )
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (kills, deaths) => {
      const rate = computeStat('winRate', { ...nothing, kills, deaths }, 'solo')
      expect(rate >= 0 && rate <= 100).toBe(true)
    }),
  )
})

test('I4 every mode has its columns, and cards and phones show columns of it', () => {
  expect(boardColumns.dm.table).toEqual(
    'kills kda kpm hsRate rifle_kills pistol_kills awp_kills playtime'.split(' '),
  )
  expect(boardColumns['dm-pistol'].table).toEqual('kills kda kpm hsRate playtime'.split(' '))
  expect(boardColumns.solo.table).toEqual(
    'kills kda winRate hsRate rifle_kills pistol_kills awp_kills playtime'.split(' '),
  )
  expect(boardColumns.retakes.table).toEqual(
    'kills kda winRate hsRate clutchwins clutchWinRate playtime'.split(' '),
  )
  expect(boardColumns['dm-pistol']).toMatchObject({
    cards: ['kills', 'hsRate', 'kpm'],
    mobile: ['kills', 'kda', 'kpm'],
  })
  for (const mode of boardModes) {
    const { table, cards, mobile } = boardColumns[mode]
    expect(table).toEqual(expect.arrayContaining([...cards, ...mobile]))
  }
  expect(explainedStats).toEqual('kda kpm hsRate winRate clutchwins clutchWinRate'.split(' '))
})

test('I10 a stored mode is one of the four or none', () => {
  expect([...boardModes, 'surf', '', null].map(parseBoardMode)).toEqual([...boardModes, null, null, null])
})
