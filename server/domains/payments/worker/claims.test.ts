import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type PaymentsWorker, startPaymentsWorker } from './payments.worker.ts'
import { type Shop, openShop } from '../testing/shop.ts'

let shop: Shop
let janitor: PaymentsWorker | null = null
beforeAll(async () => {
  shop = await openShop()
})
afterEach(async () => {
  for (const provider of [shop.alipay, shop.paypal]) provider.clear()
  await janitor?.stop()
  await shop.clear()
})
afterAll(() => shop.close())

/** More than one worker's concurrency. */
const many = 12

/** Makes every call to PayPal hang, with many attempts to query. */
async function hangPaypal() {
  for (let turn = 0; turn < many; turn += 1) await shop.begun('paypal')
  shop.paypal.hang('ask')
  shop.context.clock.advance(15_000)
  shop.paypal.calls.length = 0
  janitor = startPaymentsWorker(shop.payments)
  await vi.waitFor(() => expect(shop.paypal.calls.length).toBeGreaterThanOrEqual(4))
}

test('H5 a provider that hangs keeps nothing of another waiting', async () => {
  const { id, no } = await shop.begun()
  await hangPaypal()
  shop.alipay.pay(no)
  await shop.notify(shop.alipay.notify(no))
  await vi.waitFor(async () => expect((await shop.told(id)).status).toBe('paid'))
  expect(shop.paypal.calls.length).toBeLessThanOrEqual(4)
})

test('H3 what hangs while it is asked keeps nothing from being paid back or delivered, at the same provider either', async () => {
  const { id, no } = await shop.begun('paypal')
  shop.paypal.pay(no)
  await shop.call('POST', `/orders/${id}/check`)
  shop.product.failing = 'later'
  const waiting = await shop.paid()
  shop.product.failing = null
  await hangPaypal()
  await shop.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
  await vi.waitFor(async () => expect((await shop.told(id)).status).toBe('refunded'))
  await vi.waitFor(async () => expect((await shop.told(waiting.id)).fulfilled).toBe(true))
})
