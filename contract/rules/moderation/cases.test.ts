import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseKinds, caseOutcomes, isOutcomeOf, reportWeight, reportsPerDay } from './cases.ts'

const count = fc.nat(200)
const record = fc.record({ upheld: count, rejected: count, hasPlayed: fc.boolean() })

test('a report weighs 1 to 100: less with each rejected one, more with each that was right, less from a stranger', () => {
  fc.assert(
    fc.property(record, (one) => {
      const weight = reportWeight(one)
      expect(weight).toBeGreaterThanOrEqual(1)
      expect(weight).toBeLessThanOrEqual(100)
      expect(reportWeight({ ...one, rejected: one.rejected + 1 })).toBeLessThanOrEqual(weight)
      expect(reportWeight({ ...one, upheld: one.upheld + 1 })).toBeGreaterThanOrEqual(weight)
      expect(reportWeight({ ...one, hasPlayed: false })).toBeLessThanOrEqual(weight)
      expect(reportsPerDay({ ...one, rejected: one.rejected + 1 })).toBeLessThanOrEqual(reportsPerDay(one))
    }),
  )
})

test.each([
  [0, 0, true, 100, 10],
  [0, 0, false, 25, 10],
  [0, 4, true, 33, 10],
  [0, 5, true, 29, 2],
  [3, 5, true, 50, 10],
  [9, 0, true, 100, 10],
  [0, 200, false, 1, 2],
])('of %i upheld and %i rejected reports, on servers: %s, the next weighs %i of %i a day', (...row) => {
  const [upheld, rejected, hasPlayed, weight, perDay] = row
  expect(reportWeight({ upheld, rejected, hasPlayed })).toBe(weight)
  expect(reportsPerDay({ upheld, rejected, hasPlayed })).toBe(perDay)
})

test('an appeal is lifted or upheld, every other case ends with a sanction, without, or as a duplicate', () => {
  const byKind = Object.fromEntries(
    caseKinds.map((kind) => [kind, caseOutcomes.filter((outcome) => isOutcomeOf(kind, outcome))]),
  )
  const conduct = ['sanction', 'noAction', 'duplicate']
  expect(byKind).toEqual({ report: conduct, anomaly: conduct, appeal: ['lifted', 'upheld'] })
})
