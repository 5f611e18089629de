import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  attemptStates,
  attemptTransitions,
  orderStates,
  orderTransitions,
  refundStates,
  refundTransitions,
} from '@clutch/contract/rules/payments/order-states.ts'
import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { asOperator } from '../../../testing/http.ts'
import { lockAttempt, updateAttempt } from '../attempts/attempts.store.ts'
import { lockOrder, updateOrder } from '../orders/orders.store.ts'
import { lockRefund, updateRefund } from '../refunds/refunds.store.ts'
import { transitionAttempt, transitionOrder, transitionRefund } from './transitions.service.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'

/** The invariants of H5 and H8 that no other test proves explicitly. */
let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

const once = { delivered: 1, revoked: 0 }
const callsOf = (no: string) => fixture.alipay.calls.filter((call) => call.no === no).map(({ call }) => call)

test('H5 invariant 1: an attempt keeps the price of its order, whatever the table says by then', async () => {
  const { id, no } = await fixture.beginPayment()
  const path = '/api/operator/prices/vip/1m/CNY'
  const setPrice = (amount: number) =>
    fixture.app.inject({ method: 'PUT', url: path, headers: asOperator, payload: { amount } })
  await setPrice(1)
  expect(fixture.alipay.trade(no).amount).toBe(price.CNY)
  // A buyer pays today's price for yesterday's order.
  fixture.alipay.pay(no, { amount: 1 })
  await fixture.notify(fixture.alipay.notify(no))
  await fixture.pass(15_000)
  expect(await fixture.view(id)).toMatchObject({ status: 'open', amount: price.CNY })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 0, revoked: 0 })
  await setPrice(price.CNY)
})

describe('H5 invariant 6: only what the tables list is a step, and everything else is refused and recorded', () => {
  /** Returns the transitions of an object after requests for others. */
  async function stepsOf(id: string, thing: string) {
    const { steps } = await fixture.details(id)
    return steps.filter((step) => step.thing === thing).map(({ from, to, reason }) => [from, to, reason])
  }

  const pairs = <T>(states: readonly T[]) => states.flatMap((from) => states.map((to) => [from, to] as const))

  test('of orders', async () => {
    const id = await fixture.order()
    const now = fixture.context.clock.now()
    for (const [from, to] of pairs(orderStates)) {
      const times = (state: typeof from) => ({
        paid_at: state === 'open' || state === 'closed' ? null : now,
        fulfilled_at: now,
      })
      const { moved, kept } = await fixture.context.database.transaction().execute(async (tx) => {
        const order = await updateOrder(tx, id, { ...times(from), state: from })
        const change = { to, reason: `${from} ${to}`, change: times(to) }
        return {
          moved: await transitionOrder(fixture.payments, tx, order, change),
          kept: await lockOrder(tx, id),
        }
      })
      const isListed = (orderTransitions[from] as readonly string[]).includes(to)
      expect([from, to, moved?.state ?? null, kept.state]).toEqual([
        from,
        to,
        isListed ? to : null,
        isListed ? to : from,
      ])
      const reason = `${isListed ? '' : 'refused: '}${from} ${to}`
      expect(await stepsOf(id, 'order')).toContainEqual([from, to, reason])
    }
  })

  test('of attempts', async () => {
    const { id, no } = await fixture.beginPayment()
    const now = fixture.context.clock.now()
    const [attempt] = (await fixture.details(id)).attempts
    for (const [from, to] of pairs(attemptStates)) {
      const time = (state: typeof from) => ({ paid_at: state === 'paid' ? now : null })
      const { moved, kept } = await fixture.context.database.transaction().execute(async (tx) => {
        const row = await updateAttempt(tx, attempt?.id ?? '', { ...time(from), state: from })
        const change = { to, reason: `${from} ${to}`, change: time(to) }
        return {
          moved: await transitionAttempt(fixture.payments, tx, row, change),
          kept: await lockAttempt(tx, row.id),
        }
      })
      const isListed = (attemptTransitions[from] as readonly string[]).includes(to)
      expect([from, to, moved?.state ?? null, kept.state]).toEqual([
        from,
        to,
        isListed ? to : null,
        isListed ? to : from,
      ])
      expect(await stepsOf(id, no)).toContainEqual([from, to, `${isListed ? '' : 'refused: '}${from} ${to}`])
    }
  })

  test('of refunds', async () => {
    const { id } = await fixture.paid()
    await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
    const [refund] = (await fixture.details(id)).refunds
    for (const [from, to] of pairs(refundStates)) {
      const { moved, kept } = await fixture.context.database.transaction().execute(async (tx) => {
        const row = await updateRefund(tx, refund?.id ?? '', { state: from })
        const change = { to, reason: `${from} ${to}` }
        return {
          moved: await transitionRefund(fixture.payments, tx, row, change),
          kept: await lockRefund(tx, row.id),
        }
      })
      const isListed = (refundTransitions[from] as readonly string[]).includes(to)
      expect([from, to, moved?.state ?? null, kept.state]).toEqual([
        from,
        to,
        isListed ? to : null,
        isListed ? to : from,
      ])
      const reason = `${isListed ? '' : 'refused: '}${from} ${to}`
      expect(await stepsOf(id, refund?.no ?? '')).toContainEqual([from, to, reason])
    }
  })
})

test('H5 invariant 8: an unknown or pending state is queried before any action', async () => {
  // The window is over: the state is queried before the attempt is closed.
  const unpaid = await fixture.beginPayment()
  await fixture.pass(paymentWindowMs)
  expect(callsOf(unpaid.no).slice(-2)).toEqual(['ask', 'close'])
  // A begin whose answer was lost, and that is refused when it is tried again, may have been paid.
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'lost')
  await fixture.pay(id)
  const no = await fixture.attemptNo(id)
  fixture.alipay.pay(no)
  fixture.alipay.fail('begin', 'refused')
  expect((await fixture.pay(id)).json()).toMatchObject({ code: 'order.already_paid' })
  expect(callsOf(no)).toEqual(['begin', 'begin', 'ask'])
  // A refund the provider works on is asked about, and never made again.
  fixture.alipay.refundsBecome = 'pending'
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
  await fixture.pass(60_000, 10_000)
  const [refund] = (await fixture.details(id)).refunds
  expect(callsOf(refund?.no ?? '').slice(0, 3)).toEqual(['refund', 'askRefund', 'askRefund'])
})

test('H5 invariant 10: reported before the answer, in time, late, after closing or never, a payment ends the same', async () => {
  const sendWebhook = (no: string) => fixture.notify(fixture.alipay.notify(no))
  const ends = [
    async () => {
      const id = await fixture.order()
      fixture.alipay.during('begin', async () => {
        const no = await fixture.attemptNo(id)
        fixture.alipay.pay(no)
        await sendWebhook(no)
      })
      await fixture.pay(id)
      return id
    },
    async () => {
      const { id, no } = await fixture.beginPayment()
      fixture.alipay.pay(no)
      await sendWebhook(no)
      return id
    },
    async () => {
      const { id, no } = await fixture.beginPayment()
      fixture.alipay.pay(no)
      fixture.context.clock.advance(paymentWindowMs + 1_000)
      await sendWebhook(no)
      return id
    },
    async () => {
      const { id, no } = await fixture.beginPayment()
      await fixture.call('POST', `/orders/${id}/close`)
      fixture.alipay.pay(no, { force: true })
      await sendWebhook(no)
      return id
    },
    async () => {
      const { id, no } = await fixture.beginPayment()
      fixture.alipay.pay(no)
      await fixture.pass(15_000)
      return id
    },
  ]
  for (const end of ends) {
    const id = await end()
    await fixture.runDue()
    const { order, attempts, refunds } = await fixture.details(id)
    const { state, refunded, problem } = order
    expect({
      state,
      refunded,
      problem,
      refunds,
      attempts: attempts.map((one) => [one.state, one.next]),
    }).toEqual({
      state: 'fulfilled',
      refunded: 0,
      problem: '',
      refunds: [],
      attempts: [['paid', null]],
    })
    expect(await fixture.deliveries(id)).toEqual(once)
    await fixture.clear()
  }
})

test('H5 invariant 19: a buyer who returns from the provider’s page without paying has not paid', async () => {
  const { id } = await fixture.beginPayment()
  for (let round = 0; round < 3; round += 1) {
    const { status, fulfilled } = (await fixture.call('POST', `/orders/${id}/check`)).json<{
      status: string
      fulfilled: boolean
    }>()
    expect({ status, fulfilled }).toEqual({ status: 'open', fulfilled: false })
    fixture.context.clock.advance(5_000)
  }
})

test('H8 a purchase that was abandoned once is made by the next order, not refunded', async () => {
  const givenUp = await fixture.beginPayment()
  await fixture.call('POST', `/orders/${givenUp.id}/close`)
  const bought = await fixture.paid()
  expect(await fixture.view(bought.id)).toMatchObject({ status: 'paid', fulfilled: true })
  const again = await fixture.paid()
  expect(await fixture.view(again.id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await fixture.deliveries(again.id)).toEqual(once)
})
