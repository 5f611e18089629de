import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type PaymentsWorker, startPaymentsWorker } from './payments.worker.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

let fixture: PaymentsFixture
let worker: PaymentsWorker | null = null
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(async () => {
  for (const provider of [fixture.alipay, fixture.paypal]) provider.clear()
  await worker?.stop()
  await fixture.clear()
})
afterAll(() => fixture.close())

/** More than one worker's concurrency. */
const many = 12

/** Makes every call to PayPal hang, with many attempts to query. */
async function hangPaypal() {
  for (let round = 0; round < many; round += 1) await fixture.beginPayment('paypal')
  fixture.paypal.hang('ask')
  fixture.context.clock.advance(15_000)
  fixture.paypal.calls.length = 0
  worker = startPaymentsWorker(fixture.payments)
  await vi.waitFor(() => expect(fixture.paypal.calls.length).toBeGreaterThanOrEqual(4))
}

test('H5 a provider that hangs keeps nothing of another waiting', async () => {
  const { id, no } = await fixture.beginPayment()
  await hangPaypal()
  fixture.alipay.pay(no)
  await fixture.notify(fixture.alipay.notify(no))
  await vi.waitFor(async () => expect((await fixture.view(id)).status).toBe('paid'))
  expect(fixture.paypal.calls.length).toBeLessThanOrEqual(4)
})

test('H3 a query that hangs delays no refund and no fulfilment, not even at the same provider', async () => {
  const { id, no } = await fixture.beginPayment('paypal')
  fixture.paypal.pay(no)
  await fixture.call('POST', `/orders/${id}/check`)
  fixture.product.failing = 'later'
  const waiting = await fixture.paid()
  fixture.product.failing = null
  await hangPaypal()
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
  await vi.waitFor(async () => expect((await fixture.view(id)).status).toBe('refunded'))
  await vi.waitFor(async () => expect((await fixture.view(waiting.id)).fulfilled).toBe(true))
})
