import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { operatorListPaymentProviders } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { providerHealth } from '../index.ts'
import { saveProviderNames } from './provider-health.ts'
import { type Shop, openShop } from '../testing/shop.ts'

const minute = 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(async () => {
  await shop.clear()
  await shop.context.database.deleteFrom('payment_providers').execute()
  await saveProviderNames(shop.context, [shop.alipay, shop.paypal])
})
afterAll(() => shop.close())

const alipay = async () => (await providerHealth(shop.context)).find(({ provider }) => provider === 'alipay')
const check = (id: string) => shop.operator('POST', `/orders/${id}/check`)

test('H3 a provider that was never asked is good and has no reports', async () => {
  const listed = await shop.operator('GET', '/payment-providers')
  expect(listed.json<Reply<typeof operatorListPaymentProviders>>()).toEqual([
    {
      provider: 'alipay',
      standIn: true,
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
  const { id } = await shop.begun()
  shop.alipay.break('ask')
  const states = []
  for (let tries = 0; tries < 3; tries += 1) {
    await check(id)
    states.push((await alipay())?.state)
  }
  expect(states).toEqual(['late', 'late', 'failing'])
  const failed = shop.context.clock.now().getTime()
  expect(await alipay()).toMatchObject({ lastFailure: failed, problem: expect.stringMatching(/./), open: 1 })
  shop.alipay.break('ask', false)
  shop.context.clock.advance(1_000)
  await check(id)
  expect(await alipay()).toMatchObject({ state: 'good', lastFailure: failed })
})

test('H3 a provider that says no has answered', async () => {
  const id = await shop.order()
  shop.alipay.fail('begin', 'refused')
  await shop.pay(id)
  expect(await alipay()).toMatchObject({ state: 'good', lastFailure: null })
})

test('H3 a provider is late while something due about it is not done', async () => {
  await shop.begun()
  shop.context.clock.advance(30 * minute)
  expect(await alipay()).toMatchObject({ state: 'late', lastFailure: null })
  await shop.runDue()
  expect(await alipay()).toMatchObject({ state: 'good' })
})

test('H3 the last payment and the last webhook are shown', async () => {
  await shop.paid()
  const now = shop.context.clock.now().getTime()
  expect(await alipay()).toMatchObject({ lastPaid: now, lastNotify: now, open: 0 })
})

test('H3 a provider that is no longer configured is not listed', async () => {
  await saveProviderNames(shop.context, [shop.paypal])
  expect((await providerHealth(shop.context)).map(({ provider }) => provider)).toEqual(['paypal'])
})
