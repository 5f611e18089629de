import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import { TestClock } from '../../../platform/clock/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import type { App } from '../../../platform/http/app.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { runDueWork } from '../worker/due-work.ts'
import { openProviders, registerPayments } from '../index.ts'
import type { Provider } from '../providers/provider.ts'
import { CountedProduct, createDeliveries, deliveriesOf } from '../testing/counted-product.ts'
import { type PaymentsContext, createPaymentsContext } from '../payments-context.ts'

let emulator: PaymentsEmulatorHandle
let context: TestContext
let app: App
let payments: PaymentsContext
let buyer: TestUser
let providers: readonly Provider[]
let isDatabaseDown = false

beforeAll(async () => {
  emulator = await startPaymentsEmulator({ repeatMs: [] })
  const port = await freePort()
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: String(port),
    CLUTCH_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...emulator.environment(),
  })
  // Of the machine's own time: what the providers sign holds for minutes.
  context = await createTestContext({ config, clock: new TestClock(new Date().toISOString()) })
  await createDeliveries(context.database)
  providers = await openProviders(context)
  const at = (step: string) => {
    if (step === 'event-stored' && isDatabaseDown) throw new Error('the connection is gone')
  }
  const money = { products: [new CountedProduct()], providers, at }
  app = await createTestApp(context)
  registerAccounts(context, app)
  await registerPayments(context, app, money)
  await app.listen({ port, host: '127.0.0.1' })
  payments = createPaymentsContext(context, money)
  buyer = await signIn(context, '76561197960265729')
  for (const [currency, amount] of [
    ['CNY', 2_999],
    ['USD', 499],
  ] as const) {
    const url = `/api/operator/prices/vip/1m/${currency}`
    await app.inject({ method: 'PUT', url, headers: asOperator, payload: { amount } })
  }
})
afterAll(async () => {
  for (const provider of providers) provider.stop()
  await app.close()
  await emulator.stop()
  await context.destroy()
})

const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/payment${path}`, headers: buyer.headers, payload })

async function fileOf(id: string): Promise<OrderDetails> {
  const url = `/api/operator/orders/${id}`
  return (await app.inject({ method: 'GET', url, headers: asOperator })).json<OrderDetails>()
}

/** The exact response each provider expects; without these seven bytes Alipay repeats for a day. */
const words = {
  alipay: { status: 200, body: 'success' },
  wechat: { status: 200, body: '{"code":"SUCCESS","message":"成功"}' },
  paypal: { status: 200, body: expect.any(String) as string },
}

test.each(['alipay', 'wechat', 'paypal'] as const)(
  'H5 invariant 22: %s gets its expected response once a webhook is stored, and an error while the database is down',
  async (method) => {
    const options = JSON.stringify({ duration: '1m', paymentMethod: method })
    const orderBody = { productType: 'vip', productId: 'plan', currency: currencyOfMethod(method), options }
    const { id } = (await post('/orders', orderBody)).json<{ id: string }>()
    const { payment_url: checkoutUrl } = (await post('/pay', { orderId: id, method })).json<{
      payment_url: string
    }>()
    if (method === 'alipay') await fetch(checkoutUrl).then((page) => page.text())
    const no = (await fileOf(id)).attempts[0]?.no ?? ''

    isDatabaseDown = true
    await emulator.pay(method, no)
    expect((await emulator.sendWebhook(method, no))?.status).toBeGreaterThanOrEqual(500)
    isDatabaseDown = false
    expect((await fileOf(id)).events).toEqual([])

    // Sent twice, it is stored once.
    for (let round = 0; round < 2; round += 1)
      expect(await emulator.sendWebhook(method, no)).toEqual(words[method])
    await runDueWork(payments)
    const { order, events, attempts } = await fileOf(id)
    expect([order.state, attempts[0]?.state]).toEqual(['fulfilled', 'paid'])
    expect(events.filter(({ verdict }) => verdict !== 'accepted')).toEqual([])
    expect(events.length).toBeGreaterThanOrEqual(1)
    expect(await deliveriesOf(context.database, id)).toEqual({ delivered: 1, revoked: 0 })
    const alerts = await app.inject({ method: 'GET', url: '/api/operator/money-alerts', headers: asOperator })
    expect(alerts.json()).toEqual([])
  },
)
