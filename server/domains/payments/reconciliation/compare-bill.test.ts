import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBill } from './compare-bill.ts'
import { daysBefore, dayOf, dayRange } from './bill-days.ts'
import type { BillLine } from '../providers/provider.ts'

const line = (
  no: string,
  amount: number,
  what: BillLine['what'] = 'payment',
  currency = 'CNY',
): BillLine => ({
  what,
  no,
  amount,
  currency,
})

test('H5 a bill agrees line by line, in whatever order', () => {
  const ours = [line('a', 8_800), line('b', 100), line('r', 100, 'refund')]
  expect(compareBill(ours, ours.toReversed(), 'CNY')).toEqual({
    ours: { payments: 2, paid: 8_900, refunds: 1, refunded: 100 },
    theirs: { payments: 2, paid: 8_900, refunds: 1, refunded: 100 },
    differences: [],
  })
})

test('H5 an entry of one side only, or with another amount, is a difference', () => {
  const ours = [line('a', 8_800), line('b', 100), line('same', 5), line('same', 5, 'refund')]
  const theirs = [line('b', 101), line('c', 7), line('same', 5), line('same', 4, 'refund')]
  expect(compareBill(ours, theirs, 'CNY').differences).toEqual([
    { kind: 'only-ours', what: 'payment', no: 'a', ours: 8_800, theirs: null },
    { kind: 'amount', what: 'payment', no: 'b', ours: 100, theirs: 101 },
    { kind: 'amount', what: 'refund', no: 'same', ours: 5, theirs: 4 },
    { kind: 'only-theirs', what: 'payment', no: 'c', ours: null, theirs: 7 },
  ])
})

test('H6 a payment billed twice, or in another currency, does not agree', () => {
  const twice = compareBill([line('a', 100)], [line('a', 100), line('a', 100)], 'CNY')
  expect(twice.differences).toMatchObject([{ kind: 'amount', ours: 100, theirs: 200 }])
  const foreign = compareBill([line('a', 100)], [line('a', 100, 'payment', 'USD')], 'CNY')
  expect(foreign.differences).toMatchObject([{ kind: 'amount', ours: 100, theirs: 100 }])
})

const lines = fc.uniqueArray(
  fc.record({
    what: fc.constantFrom('payment' as const, 'refund' as const),
    no: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.integer({ min: 1, max: 100_000_000 }),
    currency: fc.constant('CNY'),
  }),
  { selector: ({ what, no }) => `${what} ${no}` },
)

test('H5 the differences explain the sums, to the last fen', () => {
  fc.assert(
    fc.property(lines, lines, (ours, theirs) => {
      const compared = compareBill(ours, theirs, 'CNY')
      for (const [what, sum] of [['payment', 'paid'] as const, ['refund', 'refunded'] as const]) {
        const explained = compared.differences
          .filter((difference) => difference.what === what)
          .reduce((total, difference) => total + (difference.theirs ?? 0) - (difference.ours ?? 0), 0)
        expect(compared.theirs[sum] - compared.ours[sum]).toBe(explained)
      }
      expect(compareBill(ours, ours, 'CNY').differences).toEqual([])
    }),
  )
})

test('H5 a day is one of Asia/Shanghai', () => {
  expect(dayRange('2026-11-21')).toEqual({
    from: new Date('2026-11-20T16:00:00Z'),
    to: new Date('2026-11-21T16:00:00Z'),
  })
  expect(dayOf(new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20')
  expect(dayOf(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
  expect(dayRange('2026-02-29')).toBeNull()
  expect(dayRange('2026-04-31')).toBeNull()
  expect(daysBefore(new Date('2027-01-01T16:30:00Z'), 3)).toEqual(['2027-01-01', '2026-12-31', '2026-12-30'])
})
