import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { OrderState } from '@clutch/contract/rules/payments/order-states.ts'
import { expect, test } from 'vitest'
import { parseRefundSum, findRefundable } from './refund-form.ts'

const fileOf = (state: OrderState, attempts: { id: string; left: number; pays: boolean }[]) =>
  ({ order: { state }, attempts }) as unknown as OrderDetails
const ids = (file: OrderDetails) => findRefundable(file).map(({ id }) => id)

test('H3 refundable are the payment of the order first, then payments that bought nothing', () => {
  const attempts = [
    { id: 'extra', left: 5, pays: false },
    { id: 'paying', left: 5, pays: true },
    { id: 'empty', left: 0, pays: false },
  ]
  expect(ids(fileOf('fulfilled', attempts))).toEqual(['paying', 'extra'])
  expect(ids(fileOf('paid', attempts))).toEqual(['paying', 'extra'])
  // Nothing leaves `refunded`; what bought nothing can still go back.
  expect(ids(fileOf('refunded', attempts))).toEqual(['extra'])
  expect(ids(fileOf('open', []))).toEqual([])
})

test.each([
  ['whole', '', 1_000],
  ['part', '8.88', 888],
  ['part', ' 10 ', 1_000],
  ['part', '0.01', 1],
  ['part', '10.01', null],
  ['part', '0', null],
  ['part', '', null],
  ['part', '-1', null],
  ['part', '1e1', null],
] as const)('H3 of ¥10.00 a refund of %s %j is %s', (how, typed, sum) => {
  expect(parseRefundSum(1_000, how, typed)).toBe(sum)
})
