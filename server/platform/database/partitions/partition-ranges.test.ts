import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PartitionRange, endOfUnit, findMissingRanges, startOfUnit } from './partition-ranges.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const days = (ranges: readonly { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => [from, to].map((ms) => new Date(ms).toISOString().slice(0, 10)).join(' '))

test('units begin at midnight, on Monday and on the first of a month, in UTC', () => {
  const noon = Date.parse('2028-02-29T12:00:00Z')
  expect([startOfUnit(noon, 'day'), endOfUnit(noon, 'day')]).toEqual([at('2028-02-29'), at('2028-03-01')])
  expect([startOfUnit(noon, 'week'), endOfUnit(noon, 'week')]).toEqual([at('2028-02-28'), at('2028-03-06')])
  expect([startOfUnit(noon, 'month'), endOfUnit(noon, 'month')]).toEqual([at('2028-02-01'), at('2028-03-01')])
  expect(endOfUnit(at('2027-12-01'), 'month')).toBe(at('2028-01-01'))
})

test('missing ranges keep clear of partitions that are there, also of another unit', () => {
  const window = { from: at('2026-11-25'), until: at('2026-12-08'), unit: 'week' } as const
  expect(days(findMissingRanges([], window))).toEqual([
    '2026-11-23 2026-11-30',
    '2026-11-30 2026-12-07',
    '2026-12-07 2026-12-14',
  ])
  const former = { from: null, to: at('2026-11-26') }
  const aDay = { from: at('2026-12-09'), to: at('2026-12-10') }
  expect(days(findMissingRanges([aDay, former], window))).toEqual([
    '2026-11-26 2026-11-30',
    '2026-11-30 2026-12-07',
    '2026-12-07 2026-12-09',
    '2026-12-10 2026-12-14',
  ])
})

test('existing and missing ranges together cover every time of the window once', () => {
  const range = fc
    .record({ start: fc.integer({ min: -40, max: 120 }), length: fc.integer({ min: 1, max: 40 }) })
    .map(({ start, length }) => ({
      from: at('2026-11-01') + start * 86_400_000,
      length: length * 86_400_000,
    }))
  const disjoint = fc.array(range, { maxLength: 8 }).map((ranges) => {
    let end = -Infinity
    return ranges
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, length }) => {
        const begin = Math.max(from, end)
        end = begin + length
        return { from: begin, to: end } satisfies PartitionRange
      })
  })
  fc.assert(
    fc.property(
      disjoint,
      fc.constantFrom('day', 'week', 'month'),
      fc.integer({ min: 0, max: 90 }),
      (existing, unit, length) => {
        const from = at('2026-11-03') + 1
        const until = from + length * 86_400_000
        const all = [...existing, ...findMissingRanges(existing, { from, until, unit })]
        for (let ms = startOfUnit(from, unit); ms < endOfUnit(until, unit); ms += 86_400_000)
          expect(all.filter((one) => one.from <= ms && ms < one.to)).toHaveLength(1)
      },
    ),
  )
})
