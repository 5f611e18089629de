import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'

const minute = 60_000
const hour = 60 * minute

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const attemptOf = async (id: string) => (await fixture.details(id)).attempts[0]?.state

/** Returns the times at which money was due for collection, ms after the end of the window. */
function collects(): number[] {
  const times: number[] = []
  const began = fixture.context.clock.now().getTime()
  const ask = fixture.paypal.ask.bind(fixture.paypal)
  vi.spyOn(fixture.paypal, 'ask').mockImplementation((facts, collect) => {
    if (collect) times.push(fixture.context.clock.now().getTime() - began - paymentWindowMs)
    return ask(facts, collect)
  })
  return times
}

test('H4 a payment approved while the provider was silent is not collected long after the window', async () => {
  const { id, no } = await fixture.beginPayment('paypal')
  const times = collects()
  await fixture.pass(400_000, 20_000)
  fixture.paypal.approve(no)
  fixture.paypal.break('ask')
  fixture.paypal.break('close')
  await fixture.pass(2 * hour, minute)
  expect(await attemptOf(id)).toBe('closing')
  expect((await fixture.view(id)).status).toBe('open')
  fixture.paypal.break('ask', false)
  fixture.paypal.break('close', false)
  await fixture.pass(2 * hour, minute)
  expect(fixture.paypal.trade(no)).toMatchObject({ state: 'closed', payment: null })
  expect((await fixture.view(id)).status).toBe('closed')
  expect(times.length).toBeGreaterThan(0)
  expect(Math.max(...times)).toBeLessThanOrEqual(minute)
})

test('H4 a portal that was down at the end of the window collects nothing more than a minute after it', async () => {
  const [early, late] = [await fixture.beginPayment('paypal'), await fixture.beginPayment('paypal')]
  fixture.context.clock.advance(paymentWindowMs + minute)
  fixture.paypal.approve(early.no)
  await fixture.call('POST', `/orders/${early.id}/check`)
  expect(await fixture.view(early.id)).toMatchObject({ status: 'paid', fulfilled: true })
  fixture.context.clock.advance(1)
  fixture.paypal.approve(late.no)
  await fixture.runDue()
  expect(fixture.paypal.trade(late.no).state).toBe('closed')
  expect((await fixture.view(late.id)).status).toBe('closed')
})

test('H4 after the window the provider is asked only once the attempt is stored as closing', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.context.clock.advance(paymentWindowMs)
  let state: string | undefined
  fixture.alipay.during('ask', async () => {
    state = await attemptOf(id)
  })
  await fixture.runDue()
  expect(state).toBe('closing')
  expect(fixture.alipay.trade(no).state).toBe('closed')
})

test.runIf(isProving)('H5 what cannot be closed yet is no silence of the provider', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.trade(no).state = 'pending'
  await fixture.pass(paymentWindowMs + hour, 10_000)
  expect(await attemptOf(id)).toBe('closing')
  fixture.alipay.fail('close')
  await fixture.pass(2 * hour, minute)
  expect(await fixture.alerts()).toEqual([])
  fixture.alipay.break('close')
  await fixture.pass(12 * hour, minute)
  expect(await fixture.alerts()).toEqual(['provider-silent'])
})
