import type { PaymentAlertKind } from '@clutch/contract/rules/payments/payment-alerts.ts'
import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import { mailPlayer } from '../../accounts/index.ts'
import { pushToPlayers } from '../../notifications/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { raiseAlert, settleAlert } from '../operator/alerts.service.ts'
import { selectAttempts } from '../attempts/attempts.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { releaseClaim } from '../worker/due-times.ts'
import { toPaidOrder, refundRequest } from '../attempts/provider-requests.ts'
import { isFulfilmentAllowed } from '../orders/fulfilment.service.ts'
import { type OrderRow, lockOrder, selectOrder, updateOrder } from '../orders/orders.store.ts'
import { ProviderRefused, ProviderUnavailable, type RefundResult } from '../providers/provider.ts'
import { findPaidDuplicate } from '../orders/duplicate-purchases.service.ts'
import { type RefundRow, lockRefund, updateRefund } from './refunds.store.ts'
import { transitionOrder, transitionRefund } from '../transitions/transitions.service.ts'
import { type PaymentsContext, productOf, providerOf } from '../payments-context.ts'

const mailHoldsMs = 7 * 24 * 3_600_000

/** What became of one try: what the provider said, or why it did not. */
type Tried = RefundResult | { state: Problem; problem: string }
type Problem = 'silent' | 'not-set-up' | 'refused' | 'not-revoked'

/** The alerts, and how long (ms) a refund is without an outcome before each is raised: until then it is only repeated. */
const alerts: Record<'pending' | Problem, { kind: PaymentAlertKind; afterMs: number }> = {
  pending: { kind: 'refund-pending', afterMs: 24 * 3_600_000 },
  silent: { kind: 'refund-pending', afterMs: 3_600_000 },
  'not-set-up': { kind: 'refund-refused', afterMs: 0 },
  refused: { kind: 'refund-refused', afterMs: 0 },
  'not-revoked': { kind: 'not-revoked', afterMs: 0 },
}

/**
 * The money is refunded and the product could not be revoked: nothing of it is written, and all of it is
 * retried.
 */
class NotRevoked extends Error {
  override name = 'NotRevoked'
  readonly order: string

  constructor(order: string, cause: unknown) {
    super('the order is refunded, and its product could not be revoked', { cause })
    this.order = order
  }
}

/**
 * Requests a refund from its provider, under the same number until the provider has reported the outcome: a
 * provider that does not answer may have done it. When all of an order is refunded, the order is `refunded`
 * and its product revoked.
 */
export async function executeRefund(
  payments: PaymentsContext,
  refund: RefundRow,
  claimedUntil: Date,
): Promise<void> {
  await payments.at('claimed')
  const result = await tryRefund(payments, refund)
  await payments.at('refund-sent')
  try {
    await applyLocked(payments, refund, claimedUntil, result)
  } catch (error) {
    if (!(error instanceof NotRevoked)) throw error
    payments.context.log.error(
      { err: error.cause, order: error.order },
      'a refunded product could not be revoked',
    )
    await applyLocked(payments, refund, claimedUntil, { state: 'not-revoked', problem: error.message })
  }
  await payments.at('refund-committed')
}

function applyLocked(
  payments: PaymentsContext,
  { id, order_id }: RefundRow,
  claimedUntil: Date,
  result: Tried,
): Promise<void> {
  return payments.context.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id)
    const refund = await lockRefund(tx, id)
    await payments.at('refund-locked')
    await apply(payments, tx, { order, refund, claimedUntil }, result)
    await payments.at('refund-done')
  })
}

async function tryRefund(payments: PaymentsContext, refund: RefundRow): Promise<Tried> {
  const { database, log } = payments.context
  const order = await selectOrder(database, refund.order_id)
  const attempts = await selectAttempts(database, [refund.order_id])
  const attempt = attempts.find(({ id }) => id === refund.attempt_id)
  if (!order || !attempt) throw new Error('a refund of nothing')
  if (!payments.providers.has(attempt.provider))
    return { state: 'not-set-up', problem: 'the method is not set up' }
  const provider = providerOf(payments, attempt.provider)
  const facts = refundRequest(payments, { order, attempt, refund })
  try {
    if (refund.state === 'pending') {
      const known = await provider.askRefund(facts)
      if (known.state !== 'absent') return known
    }
    return await provider.refund(facts)
  } catch (error) {
    log.warn({ err: error, refund: refund.no }, 'a refund was not answered')
    if (error instanceof ProviderRefused) return { state: 'refused', problem: error.code }
    if (error instanceof ProviderUnavailable)
      return { state: 'silent', problem: 'the provider does not answer' }
    throw error
  }
}

interface Locked {
  order: OrderRow
  refund: RefundRow
  claimedUntil: Date
}

async function apply(payments: PaymentsContext, tx: Queries, locked: Locked, result: Tried): Promise<void> {
  const { refund } = locked
  if (refund.state === 'done' || refund.state === 'failed') return
  if (result.state === 'done') return takeDone(payments, tx, locked, result.reference)
  if (result.state === 'failed') return takeFailed(payments, tx, locked, result.code)
  if (result.state === 'pending' && refund.state === 'asked')
    await transitionRefund(payments, tx, refund, { to: 'pending', reason: 'the provider works on it' })
  return tryLater(payments, tx, locked, result)
}

async function takeDone(
  payments: PaymentsContext,
  tx: Queries,
  { order, refund }: Locked,
  reference: string | null,
): Promise<void> {
  const change = { reference, done_at: payments.context.clock.now(), try_at: null, problem: '' }
  const done = await transitionRefund(payments, tx, refund, { to: 'done', reason: 'refunded', change })
  if (!done) return
  for (const kind of new Set(Object.values(alerts).map((alert) => alert.kind)))
    await settleAlert(payments.context, tx, { kind, subject: refund.no })
  await notifyBuyer(payments, tx, order, refund)
  if (!refund.of_order) return
  const counted = await updateOrder(tx, order.id, { refunded: order.refunded + refund.amount })
  if (counted.refunded < counted.amount) return
  const refunded = await transitionOrder(payments, tx, counted, {
    to: 'refunded',
    reason: 'all of it was refunded',
    change: { fulfil_at: null, check_at: null },
  })
  if (refunded && order.state === 'fulfilled') await revoke(payments, tx, order)
}

async function revoke(payments: PaymentsContext, tx: Queries, order: OrderRow): Promise<void> {
  try {
    await productOf(payments, order.product).revoke(toPaidOrder(order), tx)
  } catch (error) {
    throw new NotRevoked(order.number, error)
  }
}

async function takeFailed(
  payments: PaymentsContext,
  tx: Queries,
  { order, refund }: Locked,
  code: string,
): Promise<void> {
  const detail = { order: order.number, amount: refund.amount, currency: refund.currency, code }
  await raiseAlert(payments.context, tx, { kind: 'refund-failed', subject: refund.no, detail })
  const change = { try_at: null, problem: code }
  await transitionRefund(payments, tx, refund, {
    to: 'failed',
    reason: `the provider has not paid it back: ${code}`,
    change,
  })
  if (refund.of_order) await deliverAfterAll(payments, tx, order)
}

/**
 * The refund failed and the money stays: the order is fulfilled if it still can be and no other was for this
 * purchase.
 */
async function deliverAfterAll(payments: PaymentsContext, tx: Queries, order: OrderRow): Promise<void> {
  if (order.undeliverable || !(await isFulfilmentAllowed(tx, order)) || (await findPaidDuplicate(tx, order)))
    return
  if (order.fulfil_at === null) await updateOrder(tx, order.id, { fulfil_at: payments.context.clock.now() })
}

async function tryLater(
  payments: PaymentsContext,
  tx: Queries,
  { order, refund, claimedUntil }: Locked,
  result: Exclude<Tried, { state: 'done' | 'failed' }>,
): Promise<void> {
  const now = payments.context.clock.now()
  const tries = refund.tries + 1
  const problem = result.state === 'pending' ? '' : result.problem
  const { kind, afterMs } = alerts[result.state]
  if (now >= addMs(refund.created_at, afterMs)) {
    const detail = { order: order.number, amount: refund.amount, currency: refund.currency, problem }
    await raiseAlert(payments.context, tx, { kind, subject: refund.no, detail })
  }
  const next = addMs(now, getRetryDelayMs(tries - 1))
  await updateRefund(tx, refund.id, {
    tries,
    problem,
    try_at: releaseClaim(refund.try_at, claimedUntil, next),
  })
}

async function notifyBuyer(
  { context }: PaymentsContext,
  tx: Queries,
  { id, number, buyer }: OrderRow,
  { amount, currency }: RefundRow,
): Promise<void> {
  const until = addMs(context.clock.now(), mailHoldsMs)
  await mailPlayer(context, tx, buyer, {
    content: { kind: 'order-refunded', number, amount, currency },
    until,
  })
  const values = { order: number, amount, currency }
  await pushToPlayers(context, tx, { kind: 'order-refunded', steamIds: [buyer], subject: id, values, until })
}
