import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { type Shop, openShop } from '../testing/shop.ts'

const minute = 60_000
const hour = 60 * minute

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const attemptOf = async (id: string) => (await shop.file(id)).attempts[0]?.state

/** Returns the times at which money was due for collection, ms after the end of the window. */
function collects(): number[] {
  const times: number[] = []
  const began = shop.context.clock.now().getTime()
  const ask = shop.paypal.ask.bind(shop.paypal)
  vi.spyOn(shop.paypal, 'ask').mockImplementation((facts, collect) => {
    if (collect) times.push(shop.context.clock.now().getTime() - began - paymentWindowMs)
    return ask(facts, collect)
  })
  return times
}

test('H4 a payment approved while the provider was silent is not collected long after the window', async () => {
  const { id, no } = await shop.begun('paypal')
  const times = collects()
  await shop.pass(400_000, 20_000)
  shop.paypal.approve(no)
  shop.paypal.break('ask')
  shop.paypal.break('close')
  await shop.pass(2 * hour, minute)
  expect(await attemptOf(id)).toBe('closing')
  expect((await shop.told(id)).status).toBe('open')
  shop.paypal.break('ask', false)
  shop.paypal.break('close', false)
  await shop.pass(2 * hour, minute)
  expect(shop.paypal.trade(no)).toMatchObject({ state: 'closed', payment: null })
  expect((await shop.told(id)).status).toBe('closed')
  expect(times.length).toBeGreaterThan(0)
  expect(Math.max(...times)).toBeLessThanOrEqual(minute)
})

test('H4 a portal that was down at the end of the window collects nothing more than a minute after it', async () => {
  const [early, late] = [await shop.begun('paypal'), await shop.begun('paypal')]
  shop.context.clock.advance(paymentWindowMs + minute)
  shop.paypal.approve(early.no)
  await shop.call('POST', `/orders/${early.id}/check`)
  expect(await shop.told(early.id)).toMatchObject({ status: 'paid', fulfilled: true })
  shop.context.clock.advance(1)
  shop.paypal.approve(late.no)
  await shop.runDue()
  expect(shop.paypal.trade(late.no).state).toBe('closed')
  expect((await shop.told(late.id)).status).toBe('closed')
})

test('H4 after the window the provider is asked only once the attempt is stored as closing', async () => {
  const { id, no } = await shop.begun()
  shop.context.clock.advance(paymentWindowMs)
  let state: string | undefined
  shop.alipay.during('ask', async () => {
    state = await attemptOf(id)
  })
  await shop.runDue()
  expect(state).toBe('closing')
  expect(shop.alipay.trade(no).state).toBe('closed')
})

test('H5 what cannot be closed yet is no silence of the provider', async () => {
  const { id, no } = await shop.begun()
  shop.alipay.trade(no).state = 'pending'
  await shop.pass(paymentWindowMs + hour, 10_000)
  expect(await attemptOf(id)).toBe('closing')
  shop.alipay.fail('close')
  await shop.pass(2 * hour, minute)
  expect(await shop.alerts()).toEqual([])
  shop.alipay.break('close')
  await shop.pass(12 * hour, minute)
  expect(await shop.alerts()).toEqual(['provider-silent'])
})
