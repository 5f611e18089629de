// @slow 15 s: kills whole portals
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { selectNextDueTime, notifyPaymentsWorker } from './due-work.store.ts'
import { type Kill, KillablePortal } from '../testing/crash/killable-portal.ts'
import { SimulatedBuyer, purchases } from '../testing/crash/simulated-buyer.ts'
import {
  type PaymentRecords,
  type ProviderPayment,
  readPaymentRecords,
} from '../testing/model/payment-records.ts'
import { findViolations } from '../testing/model/invariants.ts'
import { paymentJobSteps } from '../payments-context.ts'

const buyerCount = 4
/** Three of each kind, or one. A slow machine completes fewer purchases during the kills of a short run. */
const minPurchases = isProving ? 24 : 8
/** Longer than a claimedUntil: what a killed process had taken is due again at the next start. */
const betweenRestartsMs = 31_000
const minute = 60_000
const hour = 60 * minute

let portal: KillablePortal
beforeAll(async () => {
  portal = await KillablePortal.open()
}, 120_000)
afterAll(() => portal.stop())

/** Every step three times at each of its first six passages in `npm run prove`; one of them at its first in `npm test`. */
const sampleStep = paymentJobSteps.indexOf('paid-written')
const kills = Array.from({ length: isProving ? 18 : 1 }, (_, round) =>
  paymentJobSteps.flatMap((step, index): Kill[] => {
    if (!isProving && index !== sampleStep) return []
    // PostgreSQL dies with it every seventh time, at another step in each round.
    return [{ step, nth: 1 + (round % 6), withPostgres: (index + round * 3) % 7 === 3 }]
  }),
).flat()

/** Returns the emulators’ payment of each attempt. */
function readProviderPayments(): Map<string, ProviderPayment> {
  return new Map(
    portal.emulator.trades.map(({ no, state, ref, amount, currency, refunds }) => [
      no,
      {
        no,
        payment: state === 'paid' ? { reference: ref ?? '', amount, currency } : null,
        // The attempt has expired; PayPal's orders cannot be closed and are left.
        isOpen: false,
        refunds: new Map(refunds.map((one) => [one.no, { amount: one.amount, state: 'done' as const }])),
      },
    ]),
  )
}

/**
 * The requester of a refund is unknown if the answer was lost; permanent failures of fulfilment are known by
 * the product.
 */
function causesOf({ orders, refunds }: PaymentRecords) {
  const orderIds = refunds.filter(({ asked_by: by }) => by !== 'portal').map(({ order_id: id }) => id)
  const counts = Map.groupBy(orderIds, (id) => id)
  return {
    asked: new Map([...counts].map(([id, { length }]) => [id, length])),
    undeliverable: new Set(orders.filter(({ product_id: id }) => id === 'never').map(({ id }) => id)),
  }
}

/**
 * Runs until nothing is due any more, however far in the future: the end of unpaid attempts, and the queries
 * of the following days.
 */
async function rest(): Promise<PaymentRecords> {
  const database = portal.openDatabase()
  /** Lets time pass and runs the due work; returns the time until more is due. */
  const pass = async (ms: number) => {
    portal.advance(ms)
    await notifyPaymentsWorker(database)
    return ((await selectNextDueTime(database))?.getTime() ?? Infinity) - portal.nowMs
  }
  const until = (isReached: () => Promise<boolean>) =>
    vi.waitFor(async () => expect(await isReached()).toBe(true), { timeout: 300_000, interval: 100 })
  try {
    for (const ms of [0, 10 * minute, 31 * minute, 2 * hour, 25 * hour]) {
      portal.advance(ms)
      await until(async () => (await pass(0)) > 0)
    }
    let restMs = 0
    await until(async () => (restMs = await pass(Math.max(restMs, 0))) === Infinity)
    return await readPaymentRecords(database)
  } finally {
    await database.destroy()
  }
}

test(
  'H5 invariant 20: killed at any step of money, every paid order is delivered once, or refunded',
  async () => {
    const stop = new AbortController()
    let buying: Promise<void>[] | undefined
    for (const kill of kills) {
      portal.advance(betweenRestartsMs)
      const { child, ended } = await portal.start(kill)
      buying ??= Array.from({ length: buyerCount }, () => new SimulatedBuyer(portal).buy(stop.signal))
      const { stderr } = await ended
      expect([kill.step, child.signalCode, stderr]).toEqual([kill.step, 'SIGKILL', expect.any(String)])
    }
    portal.advance(betweenRestartsMs)
    await portal.start(null)
    await vi.waitUntil(() => purchases.begun >= minPurchases, 300_000)
    stop.abort()
    await Promise.all(buying ?? [])
    const records = await rest()
    expect(findViolations(records, readProviderPayments(), causesOf(records))).toEqual([])
    // A good part of the purchases reached each end state.
    const count = (state: string) => records.orders.filter((order) => order.state === state).length
    expect(Math.min(count('fulfilled'), count('refunded'))).toBeGreaterThan(kills.length / 4)
    if (isProving)
      process.stderr.write(
        `${kills.length} kills: ${count('fulfilled')} delivered, ${count('refunded')} paid back, ${count('closed')} closed\n`,
      )
  },
  isProving ? 7_200_000 : 300_000,
)
