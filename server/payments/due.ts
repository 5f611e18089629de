import { closeIfIdle } from './close.ts'
import * as store from './due-store.ts'
import type { Take } from './due-store.ts'
import { leaseFrom } from './due-times.ts'
import { fulfilDue } from './fulfil.ts'
import { payBack } from './pay-back.ts'
import { settle } from './settle.ts'
import type { Till } from './till.ts'

/** One thing that was due, taken by this process: nobody else does it before its lease is over. */
export interface Due {
  what: string
  run: () => Promise<void>
}

/** Takes up to so many things that are due now: what is paid is delivered first. */
export async function takeDue(till: Till, limit: number): Promise<Due[]> {
  const taken: Due[] = []
  for (const take of [deliveries, attempts, refunds, unpaid])
    if (taken.length < limit) taken.push(...(await take(till, limit - taken.length)))
  return taken
}

/** Does one thing. What fails is done again once its lease is over, and keeps nothing else from being done. */
export async function doDue({ house }: Till, { what, run }: Due): Promise<void> {
  try {
    await run()
  } catch (error) {
    house.log.error({ err: error, what }, 'something about money failed and is tried again')
  }
}

/**
 * Does everything that is due now, also what becomes due by that, one after the other: the janitor's work without its
 * waiting. Answers how much there was.
 */
export async function runDue(till: Till): Promise<number> {
  for (let done = 0; ; done += 1) {
    const [due] = await takeDue(till, 1)
    if (!due) return done
    await doDue(till, due)
  }
}

function span(till: Till, limit: number): Take {
  const now = till.house.clock.now()
  return { now, lease: leaseFrom(now), limit }
}

async function deliveries(till: Till, limit: number): Promise<Due[]> {
  const ids = await store.takeOrders(till.house.database, 'fulfil_at', span(till, limit))
  return ids.map((id) => ({ what: 'deliver', run: () => fulfilDue(till, id) }))
}

async function attempts(till: Till, limit: number): Promise<Due[]> {
  const take = span(till, limit)
  const rows = await store.takeAttempts(till.house.database, take)
  return rows.map((attempt) => ({
    what: 'settle',
    run: () => settle(till, { attempt, lease: take.lease }),
  }))
}

async function refunds(till: Till, limit: number): Promise<Due[]> {
  const take = span(till, limit)
  const rows = await store.takeRefunds(till.house.database, take)
  return rows.map((refund) => ({ what: 'pay back', run: () => payBack(till, refund, take.lease) }))
}

async function unpaid(till: Till, limit: number): Promise<Due[]> {
  const ids = await store.takeOrders(till.house.database, 'check_at', span(till, limit))
  return ids.map((id) => ({ what: 'close', run: () => closeIfIdle(till, id, 'nobody paid it') }))
}
