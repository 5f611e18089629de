import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { operatorListPaymentProviders } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { providerHealth } from '../index.ts'
import { saveProviderNames } from './provider-health.service.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

const minute = 60_000

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(async () => {
  await fixture.clear()
  await fixture.context.database.deleteFrom('payment_providers').execute()
  await saveProviderNames(fixture.context, [fixture.alipay, fixture.paypal])
})
afterAll(() => fixture.close())

const alipay = async () =>
  (await providerHealth(fixture.context)).find(({ provider }) => provider === 'alipay')
const check = (id: string) => fixture.operator('POST', `/orders/${id}/check`)

test('H3 a provider that was never asked is good and has no reports', async () => {
  const listed = await fixture.operator('GET', '/payment-providers')
  expect(listed.json<Reply<typeof operatorListPaymentProviders>>()).toEqual([
    {
      provider: 'alipay',
      emulated: true,
      host: 'scripted.example',
      state: 'good',
      lastPaid: null,
      lastNotify: null,
      lastFailure: null,
      problem: '',
      open: 0,
      notifyUrl: expect.stringMatching(/^http.*\/api\/payment\/notify\/alipay$/),
    },
    expect.objectContaining({ provider: 'paypal', state: 'good' }),
  ])
})

test('H3 a provider that does not answer is late, after three times failing, and good once it answers', async () => {
  const { id } = await fixture.beginPayment()
  fixture.alipay.break('ask')
  const states = []
  for (let tries = 0; tries < 3; tries += 1) {
    await check(id)
    states.push((await alipay())?.state)
  }
  expect(states).toEqual(['late', 'late', 'failing'])
  const failed = fixture.context.clock.now().getTime()
  expect(await alipay()).toMatchObject({ lastFailure: failed, problem: expect.stringMatching(/./), open: 1 })
  fixture.alipay.break('ask', false)
  fixture.context.clock.advance(1_000)
  await check(id)
  expect(await alipay()).toMatchObject({ state: 'good', lastFailure: failed })
})

test('H3 a provider that says no has answered', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'refused')
  await fixture.pay(id)
  expect(await alipay()).toMatchObject({ state: 'good', lastFailure: null })
})

test('H3 a provider is late while something due about it is not done', async () => {
  await fixture.beginPayment()
  fixture.context.clock.advance(30 * minute)
  expect(await alipay()).toMatchObject({ state: 'late', lastFailure: null })
  await fixture.runDue()
  expect(await alipay()).toMatchObject({ state: 'good' })
})

test('H3 the last payment and the last webhook are shown', async () => {
  await fixture.paid()
  const now = fixture.context.clock.now().getTime()
  expect(await alipay()).toMatchObject({ lastPaid: now, lastNotify: now, open: 0 })
})

test('H3 a provider that is no longer configured is not listed', async () => {
  await saveProviderNames(fixture.context, [fixture.paypal])
  expect((await providerHealth(fixture.context)).map(({ provider }) => provider)).toEqual(['paypal'])
})
