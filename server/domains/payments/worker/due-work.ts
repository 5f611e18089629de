import { closeIfIdle } from '../orders/close-order.ts'
import * as store from './due-work.store.ts'
import type { DueKind, Waiting } from './due-work.store.ts'
import { leaseFrom } from './due-times.ts'
import { fulfilDue } from '../orders/fulfilment.ts'
import { payBack } from '../refunds/execute-refund.ts'
import { settle } from '../attempts/settle-attempt.ts'
import type { Till } from '../payments-context.ts'

/** One thing that was due, taken by this process: nobody else does it before its lease is over. */
export interface Due {
  what: string
  run: () => Promise<void>
}

/** In this order, where one does it all: what is paid is delivered first. */
const order: readonly DueKind[] = ['deliver', 'settle', 'pay back', 'close']

/** Takes up to so many things of one kind, at one provider, that are due now. */
export async function takeDue(till: Till, waiting: Waiting, limit: number): Promise<Due[]> {
  const { database, clock } = till.context
  const { kind, provider } = waiting
  const now = clock.now()
  const take = { now, lease: leaseFrom(now), limit }
  if (kind === 'settle' && provider) {
    const attempts = await store.takeAttempts(database, provider, take)
    return attempts.map((attempt) => ({
      what: kind,
      run: () => settle(till, { attempt, lease: take.lease }),
    }))
  }
  if (kind === 'pay back' && provider) {
    const refunds = await store.takeRefunds(database, provider, take)
    return refunds.map((refund) => ({ what: kind, run: () => payBack(till, refund, take.lease) }))
  }
  if (kind === 'deliver') {
    const ids = await store.takeOrders(database, 'fulfil_at', take)
    return ids.map((id) => ({ what: kind, run: () => fulfilDue(till, id) }))
  }
  const ids = await store.takeOrders(database, 'check_at', take)
  return ids.map((id) => ({ what: kind, run: () => closeIfIdle(till, id, 'nobody paid it') }))
}

/** Does one thing. What fails is done again once its lease is over, and keeps nothing else from being done. */
export async function doDue({ context }: Till, { what, run }: Due): Promise<void> {
  try {
    await run()
  } catch (error) {
    context.log.error({ err: error, what }, 'something about money failed and is tried again')
  }
}

/**
 * Does everything that is due now, also what becomes due by that, one after the other: the janitor's work without its
 * waiting. Answers how much there was.
 */
export async function runDue(till: Till): Promise<number> {
  for (let done = 0; ; done += 1) {
    const due = await takeNext(till)
    if (!due) return done
    await doDue(till, due)
  }
}

async function takeNext(till: Till): Promise<Due | null> {
  const now = till.context.clock.now()
  const waiting = (await store.selectWaiting(till.context.database)).filter(({ due }) => due <= now)
  const inOrder = waiting.toSorted(
    (one, other) =>
      order.indexOf(one.kind) - order.indexOf(other.kind) || one.due.getTime() - other.due.getTime(),
  )
  for (const one of inOrder) {
    const [due] = await takeDue(till, one, 1)
    if (due) return due
  }
  return null
}
