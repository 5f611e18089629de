import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attemptStates,
  canAttemptBecome,
  canOrderBecome,
  canRefundBecome,
  orderStates,
  refundStates,
} from '@clutch/contract/rules/payments/order-states.ts'
import { selectAttempts } from '../attempts/attempts.store.ts'
import { selectOrder } from '../orders/orders.store.ts'
import { selectRefunds } from '../refunds/refunds.store.ts'
import { transitionAttempt, transitionOrder, transitionRefund } from './transitions.service.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
let id: string
beforeAll(async () => {
  fixture = await createPaymentsFixture()
  id = (await fixture.paid()).id
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x', amount: 1 })
})
afterAll(() => fixture.close())

const rows = async () => {
  const { database } = fixture.context
  const [order, [attempt], [refund]] = await Promise.all([
    selectOrder(database, id),
    selectAttempts(database, [id]),
    selectRefunds(database, id),
  ])
  if (!order || !attempt || !refund) throw new Error('nothing to move')
  return { order, attempt, refund }
}
const refused = async () =>
  (await fixture.details(id)).steps.flatMap(({ thing, from, to, reason }) =>
    reason === 'refused: test' ? [`${thing} ${from} ${to}`] : [],
  )

test('H5 a step that no table lists is refused, leaves everything as it was, and is written down once', async () => {
  const before = await rows()
  const { order, attempt, refund } = before
  const expected: string[] = []
  const { database } = fixture.context
  for (let round = 0; round < 2; round += 1) {
    for (const from of orderStates)
      for (const to of orderStates.filter((state) => !canOrderBecome(from, state))) {
        const move = { to, reason: 'test' }
        expect(await transitionOrder(fixture.payments, database, { ...order, state: from }, move)).toBeNull()
        expected.push(`order ${from} ${to}`)
      }
    for (const from of attemptStates)
      for (const to of attemptStates.filter((state) => !canAttemptBecome(from, state))) {
        const move = { to, reason: 'test' }
        expect(
          await transitionAttempt(fixture.payments, database, { ...attempt, state: from }, move),
        ).toBeNull()
        expected.push(`${attempt.no} ${from} ${to}`)
      }
    for (const from of refundStates)
      for (const to of refundStates.filter((state) => !canRefundBecome(from, state))) {
        const move = { to, reason: 'test' }
        expect(
          await transitionRefund(fixture.payments, database, { ...refund, state: from }, move),
        ).toBeNull()
        expected.push(`${refund.no} ${from} ${to}`)
      }
  }
  expect(await refused()).toEqual([...new Set(expected)])
  expect(await rows()).toEqual(before)
})

test('H5 a final state never changes, and a paid order never becomes unpaid', () => {
  const after = <S>(states: readonly S[], may: (from: S, to: S) => boolean, from: S) =>
    states.filter((to) => may(from, to))
  expect(after(orderStates, canOrderBecome, 'refunded')).toEqual([])
  expect(after(orderStates, canOrderBecome, 'fulfilled')).toEqual(['refunded'])
  expect(after(orderStates, canOrderBecome, 'paid')).toEqual(['fulfilled', 'refunded'])
  expect(after(attemptStates, canAttemptBecome, 'paid')).toEqual([])
  expect(after(refundStates, canRefundBecome, 'done')).toEqual([])
  expect(after(refundStates, canRefundBecome, 'failed')).toEqual([])
})
