import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { revenue } from './revenue.service.ts'
import { aBuyer, insertAttempt, insertOrder, insertRefund } from '../testing/rows.ts'

let context: TestContext
let user_id: string
const at = (text: string) => new Date(`${text}+08:00`)
const span = { from: at('2026-11-20T00:00:00'), to: at('2026-11-22T00:00:00'), by: 'day' } as const

beforeAll(async () => {
  context = await createTestContext()
})
beforeEach(async () => {
  const { database } = context
  await database.updateTable('orders').set({ paid_by: null }).execute()
  for (const table of ['refunds', 'payment_attempts', 'orders'] as const)
    await database.deleteFrom(table).execute()
  await clearAccounts(context)
  user_id = (await aBuyer(context)).userId
})
afterAll(() => context.destroy())

/** An order that was paid at a moment, and its attempt. */
async function paid(moment: Date, order: object = {}): Promise<{ order_id: string; attempt_id: string }> {
  const { database } = context
  const order_id = await insertOrder(database, moment, { user_id, ...order })
  const { id: attempt_id } = await insertAttempt(database, moment, { order_id, ...attemptOf(order) })
  await database
    .updateTable('orders')
    .set({ state: 'paid', paid_by: attempt_id, paid_at: moment })
    .where('id', '=', order_id)
    .execute()
  return { order_id, attempt_id }
}

/** What an attempt has of its order. */
function attemptOf({ currency, amount }: { currency?: string; amount?: number }) {
  return { ...(currency !== undefined && { currency }), ...(amount !== undefined && { amount }) }
}

test('H7 revenue is what came in less what went back, by the day of Beijing, group and currency', async () => {
  const rental = await paid(at('2026-11-20T00:00:00'), { product: 'server_rental', amount: 4_000 })
  await paid(at('2026-11-20T23:59:59'), { product: 'server_rental', amount: 1_000 })
  await paid(at('2026-11-21T00:00:00'), { product: 'vip', amount: 2_999 })
  await paid(at('2026-11-21T10:00:00'), { product: 'vip_card', amount: 500 })
  await paid(at('2026-11-21T11:00:00'), { product: 'vip', amount: 499, currency: 'USD' })
  await insertRefund(context.database, at('2026-11-21T12:00:00'), { ...rental, amount: 1_500 })
  expect(await revenue(context.database, span)).toEqual([
    { day: '2026-11-20', group: 'rental', currency: 'CNY', paid: 5_000, refunded: 0, net: 5_000 },
    { day: '2026-11-21', group: 'rental', currency: 'CNY', paid: 0, refunded: 1_500, net: -1_500 },
    { day: '2026-11-21', group: 'vip', currency: 'CNY', paid: 3_499, refunded: 0, net: 3_499 },
    { day: '2026-11-21', group: 'vip', currency: 'USD', paid: 499, refunded: 0, net: 499 },
  ])
})

test('H7 revenue leaves out payments outside the span, second payments and refunds that are not done', async () => {
  const { database } = context
  await paid(at('2026-11-19T23:59:59'))
  await paid(at('2026-11-22T00:00:00'))
  const one = await paid(at('2026-11-20T12:00:00'), { amount: 8_800 })
  const second = await insertAttempt(database, at('2026-11-20T12:01:00'), { order_id: one.order_id })
  const twice = { order_id: one.order_id, attempt_id: second.id, of_order: false }
  await insertRefund(database, at('2026-11-20T13:00:00'), twice)
  for (const state of ['asked', 'pending', 'failed'])
    await insertRefund(database, at('2026-11-20T14:00:00'), { ...one, state })
  expect(await revenue(database, span)).toEqual([
    { day: '2026-11-20', group: 'vip', currency: 'CNY', paid: 8_800, refunded: 0, net: 8_800 },
  ])
})

test('H7 revenue of many large payments is exact', async () => {
  for (let createdAt = 0; createdAt < 30; createdAt += 1)
    await paid(at('2026-11-20T12:00:00'), { amount: 100_000_000, list_amount: 100_000_000 })
  expect(await revenue(context.database, span)).toMatchObject([{ paid: 3_000_000_000, net: 3_000_000_000 }])
})
