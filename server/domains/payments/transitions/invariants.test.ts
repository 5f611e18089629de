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
import { transitionAttempt, transitionOrder, transitionRefund } from './transitions.ts'
import { type Shop, openShop, price } from '../testing/shop.ts'

/** The invariants of providers.md §1.7 that no other test proves explicitly. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.clear())
afterAll(() => shop.close())

const once = { delivered: 1, revoked: 0 }
const callsOf = (no: string) => shop.alipay.calls.filter((call) => call.no === no).map(({ call }) => call)

test('H5 invariant 1: an attempt keeps the price of its order, whatever the table says by then', async () => {
  const { id, no } = await shop.begun()
  const path = '/api/operator/prices/vip/1m/CNY'
  const setPrice = (amount: number) =>
    shop.app.inject({ method: 'PUT', url: path, headers: asOperator, payload: { amount } })
  await setPrice(1)
  expect(shop.alipay.trade(no).amount).toBe(price.CNY)
  // A buyer pays today's price for yesterday's order.
  shop.alipay.pay(no, { amount: 1 })
  await shop.notify(shop.alipay.notify(no))
  await shop.pass(15_000)
  expect(await shop.told(id)).toMatchObject({ status: 'open', amount: price.CNY })
  expect(await shop.deliveries(id)).toEqual({ delivered: 0, revoked: 0 })
  await setPrice(price.CNY)
})

describe('H5 invariant 6: only what the tables list is a step, and everything else is refused and recorded', () => {
  /** Returns the transitions of an object after requests for others. */
  async function stepsOf(id: string, thing: string) {
    const { steps } = await shop.file(id)
    return steps.filter((step) => step.thing === thing).map(({ from, to, reason }) => [from, to, reason])
  }

  const pairs = <T>(states: readonly T[]) => states.flatMap((from) => states.map((to) => [from, to] as const))

  test('of orders', async () => {
    const id = await shop.order()
    const now = shop.context.clock.now()
    for (const [from, to] of pairs(orderStates)) {
      const times = (state: typeof from) => ({
        paid_at: state === 'open' || state === 'closed' ? null : now,
        fulfilled_at: now,
      })
      const { moved, kept } = await shop.context.database.transaction().execute(async (tx) => {
        const order = await updateOrder(tx, id, { ...times(from), state: from })
        const change = { to, reason: `${from} ${to}`, change: times(to) }
        return {
          moved: await transitionOrder(shop.payments, tx, order, change),
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
    const { id, no } = await shop.begun()
    const now = shop.context.clock.now()
    const [attempt] = (await shop.file(id)).attempts
    for (const [from, to] of pairs(attemptStates)) {
      const time = (state: typeof from) => ({ paid_at: state === 'paid' ? now : null })
      const { moved, kept } = await shop.context.database.transaction().execute(async (tx) => {
        const row = await updateAttempt(tx, attempt?.id ?? '', { ...time(from), state: from })
        const change = { to, reason: `${from} ${to}`, change: time(to) }
        return {
          moved: await transitionAttempt(shop.payments, tx, row, change),
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
    const { id } = await shop.paid()
    await shop.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
    const [refund] = (await shop.file(id)).refunds
    for (const [from, to] of pairs(refundStates)) {
      const { moved, kept } = await shop.context.database.transaction().execute(async (tx) => {
        const row = await updateRefund(tx, refund?.id ?? '', { state: from })
        const change = { to, reason: `${from} ${to}` }
        return {
          moved: await transitionRefund(shop.payments, tx, row, change),
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
  const unpaid = await shop.begun()
  await shop.pass(paymentWindowMs)
  expect(callsOf(unpaid.no).slice(-2)).toEqual(['ask', 'close'])
  // A begin whose answer was lost, and that is refused when it is tried again, may have been paid.
  const id = await shop.order()
  shop.alipay.fail('begin', 'lost')
  await shop.pay(id)
  const no = await shop.noOf(id)
  shop.alipay.pay(no)
  shop.alipay.fail('begin', 'refused')
  expect((await shop.pay(id)).json()).toMatchObject({ code: 'order.already_paid' })
  expect(callsOf(no)).toEqual(['begin', 'begin', 'ask'])
  // A refund the provider works on is asked about, and never made again.
  shop.alipay.refundsBecome = 'pending'
  await shop.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
  await shop.pass(60_000, 10_000)
  const [refund] = (await shop.file(id)).refunds
  expect(callsOf(refund?.no ?? '').slice(0, 3)).toEqual(['refund', 'askRefund', 'askRefund'])
})

test('H5 invariant 10: reported before the answer, in time, late, after closing or never, a payment ends the same', async () => {
  const tell = (no: string) => shop.notify(shop.alipay.notify(no))
  const ends = [
    async () => {
      const id = await shop.order()
      shop.alipay.during('begin', async () => {
        const no = await shop.noOf(id)
        shop.alipay.pay(no)
        await tell(no)
      })
      await shop.pay(id)
      return id
    },
    async () => {
      const { id, no } = await shop.begun()
      shop.alipay.pay(no)
      await tell(no)
      return id
    },
    async () => {
      const { id, no } = await shop.begun()
      shop.alipay.pay(no)
      shop.context.clock.advance(paymentWindowMs + 1_000)
      await tell(no)
      return id
    },
    async () => {
      const { id, no } = await shop.begun()
      await shop.call('POST', `/orders/${id}/close`)
      shop.alipay.pay(no, { force: true })
      await tell(no)
      return id
    },
    async () => {
      const { id, no } = await shop.begun()
      shop.alipay.pay(no)
      await shop.pass(15_000)
      return id
    },
  ]
  for (const end of ends) {
    const id = await end()
    await shop.runDue()
    const { order, attempts, refunds } = await shop.file(id)
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
    expect(await shop.deliveries(id)).toEqual(once)
    await shop.clear()
  }
})

test('H5 invariant 19: a buyer who returns from the provider’s page without paying has not paid', async () => {
  const { id } = await shop.begun()
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, fulfilled } = (await shop.call('POST', `/orders/${id}/check`)).json<{
      status: string
      fulfilled: boolean
    }>()
    expect({ status, fulfilled }).toEqual({ status: 'open', fulfilled: false })
    shop.context.clock.advance(5_000)
  }
})

test('H8 a purchase that was abandoned once is made by the next order, not refunded', async () => {
  const givenUp = await shop.begun()
  await shop.call('POST', `/orders/${givenUp.id}/close`)
  const bought = await shop.paid()
  expect(await shop.told(bought.id)).toMatchObject({ status: 'paid', fulfilled: true })
  const again = await shop.paid()
  expect(await shop.told(again.id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await shop.deliveries(again.id)).toEqual(once)
})
