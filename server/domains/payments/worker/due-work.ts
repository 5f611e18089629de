import { closeIfIdle } from '../orders/close-order.service.ts'
import * as store from './due-work.store.ts'
import { claimExpiry } from './due-times.ts'
import { fulfilOrderNow } from '../orders/fulfilment.service.ts'
import { executeRefund } from '../refunds/execute-refund.service.ts'
import { settleAttempt } from '../attempts/settle-attempt.service.ts'
import { currentScope, runInScope } from '../../../platform/observability/scope.ts'
import { requestAttributes, withSpan } from '../../../platform/observability/tracing/spans.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** Work claimed by this process: no other runs it before the claim expires. */
export interface ClaimedWork {
  what: string
  /** The request that began the attempt or asked for the refund. */
  requestId: string | null
  run: () => Promise<void>
}

/** The order for a single worker: paid orders are fulfilled first. */
const order: readonly store.DueKind[] = ['fulfil', 'settle', 'refund', 'close']

/** Claims due work of one kind at one provider, up to a limit. */
export async function claimDueWork(
  payments: PaymentsContext,
  waiting: store.DueRow,
  limit: number,
): Promise<ClaimedWork[]> {
  const { database, clock } = payments.context
  const { kind, provider } = waiting
  const now = clock.now()
  const take = { now, claimedUntil: claimExpiry(now), limit }
  if (kind === 'settle' && provider) {
    const attempts = await store.claimAttempts(database, provider, take)
    return attempts.map((attempt) => ({
      what: kind,
      requestId: attempt.request_id,
      run: () => settleAttempt(payments, { attempt, claimedUntil: take.claimedUntil }),
    }))
  }
  if (kind === 'refund' && provider) {
    const refunds = await store.claimRefunds(database, provider, take)
    return refunds.map((refund) => ({
      what: kind,
      requestId: refund.request_id,
      run: () => executeRefund(payments, refund, take.claimedUntil),
    }))
  }
  if (kind === 'fulfil') {
    const ids = await store.claimOrders(database, 'fulfil_at', take)
    return ids.map((id) => ({ what: kind, requestId: null, run: () => fulfilOrderNow(payments, id) }))
  }
  const ids = await store.claimOrders(database, 'check_at', take)
  return ids.map((id) => ({
    what: kind,
    requestId: null,
    run: () => closeIfIdle(payments, id, 'it is unpaid'),
  }))
}

/** Runs one piece of work. A failure is retried when its claim expires, and stops no other work. */
export async function runClaimedWork(
  { context }: PaymentsContext,
  { what, requestId, run }: ClaimedWork,
): Promise<void> {
  await runInScope({ requestId, span: currentScope()?.span }, async () => {
    try {
      await withSpan(`payments ${what}`, { kind: 'consumer', attributes: requestAttributes(requestId) }, run)
    } catch (error) {
      context.log.error({ err: error, what }, 'payment work failed; retrying')
    }
  })
}

/**
 * Runs all work that is due now, including what becomes due by it, one after the other: the worker without
 * its waiting. Returns how much there was.
 */
export async function runDueWork(payments: PaymentsContext): Promise<number> {
  for (let done = 0; ; done += 1) {
    const due = await claimNext(payments)
    if (!due) return done
    await runClaimedWork(payments, due)
  }
}

async function claimNext(payments: PaymentsContext): Promise<ClaimedWork | null> {
  const now = payments.context.clock.now()
  const waiting = (await store.selectDueRows(payments.context.database)).filter(({ due }) => due <= now)
  const inOrder = waiting.toSorted(
    (one, other) =>
      order.indexOf(one.kind) - order.indexOf(other.kind) || one.due.getTime() - other.due.getTime(),
  )
  for (const one of inOrder) {
    const [due] = await claimDueWork(payments, one, 1)
    if (due) return due
  }
  return null
}
