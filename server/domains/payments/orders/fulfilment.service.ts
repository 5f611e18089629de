import { getRetryDelayMs } from '@clutch/contract/rules/payments/payment-checks.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { pushToPlayers } from '../../notifications/index.ts'
import { raiseAlert } from '../operator/alerts.service.ts'
import { lockAttempt } from '../attempts/attempts.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { toPaidOrder } from '../attempts/provider-requests.ts'
import { type OrderRow, lockOrder, selectOrdersOfPurchase, updateOrder } from './orders.store.ts'
import { FulfilmentFailed } from '../product.ts'
import { insertRefundOfOrder } from '../refunds/refunds.service.ts'
import { selectRefunds, sumRefunds } from '../refunds/refunds.store.ts'
import { insideSavepoint } from '../savepoint.store.ts'
import { transitionOrder } from '../transitions/transitions.service.ts'
import { type PaymentsContext, productOf } from '../payments-context.ts'

/** Failed fulfilments before the operator is alerted. */
const alertAfterTries = 3
/** How long it is worth a notification. */
const pushHoldsMs = 3 * 24 * 3_600_000
const cannotDeliver = '无法交付 Could not be delivered'

/** Delivers an order that is due for it, if it is still to be delivered. */
export function fulfilOrderNow(payments: PaymentsContext, orderId: string): Promise<void> {
  return payments.context.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    // Another order of the same purchase may have been fulfilled while this one waited for its refund.
    const others = (await selectOrdersOfPurchase(tx, order)).filter(({ id }) => id !== orderId)
    const isThere = others.some(({ state }) => state === 'fulfilled')
    if (!isThere && (await isFulfilmentAllowed(tx, order))) await fulfilOrder(payments, tx, order)
    else await updateOrder(tx, orderId, { fulfil_at: null })
  })
}

/** Returns whether an order is paid, not fulfilled, and no full refund of it has begun. */
export async function isFulfilmentAllowed(tx: Queries, order: OrderRow): Promise<boolean> {
  if (order.state !== 'paid') return false
  const refunds = await selectRefunds(tx, order.id)
  const back = refunds.filter(({ of_order, state }) => of_order && state !== 'failed')
  return back.reduce((sum, { amount }) => sum + amount, 0) < order.amount
}

/**
 * H5: delivers a paid order, in the caller's transaction that holds it. A failure never makes it unpaid: what the product
 * wrote is undone, the order stays `paid` and is tried again; what can never be fulfilled is refunded.
 */
export async function fulfilOrder(payments: PaymentsContext, tx: Queries, order: OrderRow): Promise<void> {
  try {
    await insideSavepoint(tx, () => productOf(payments, order.product).fulfil(toPaidOrder(order), tx))
  } catch (error) {
    if (error instanceof FulfilmentFailed) await giveUp(payments, tx, order, error)
    else await tryLater(payments, tx, order, error)
    return
  }
  await payments.at('fulfilled')
  const change = { fulfilled_at: payments.context.clock.now(), fulfil_at: null, problem: '' }
  await transitionOrder(payments, tx, order, { to: 'fulfilled', reason: 'delivered', change })
}

async function tryLater(
  payments: PaymentsContext,
  tx: Queries,
  order: OrderRow,
  error: unknown,
): Promise<void> {
  const { clock, log } = payments.context
  const tries = order.fulfil_tries + 1
  log.error({ err: error, order: order.number, tries }, 'a paid order could not be delivered yet')
  const problem = wordsOf(error)
  if (tries >= alertAfterTries) await reportUnfulfilled(payments, tx, order, 'not-fulfilled', problem)
  await updateOrder(tx, order.id, {
    fulfil_tries: tries,
    fulfil_at: addMs(clock.now(), getRetryDelayMs(tries)),
    problem,
  })
}

async function giveUp(
  payments: PaymentsContext,
  tx: Queries,
  order: OrderRow,
  error: FulfilmentFailed,
): Promise<void> {
  const problem = wordsOf(error)
  await reportUnfulfilled(payments, tx, order, 'cannot-fulfil', problem)
  await updateOrder(tx, order.id, { fulfil_at: null, problem, undeliverable: true })
  if (order.paid_by === null) return
  const attempt = await lockAttempt(tx, order.paid_by)
  const amount = attempt.amount - (await sumRefunds(tx, attempt.id))
  if (amount > 0)
    await insertRefundOfOrder(payments, tx, {
      attempt,
      amount,
      reason: cannotDeliver,
      by: 'portal',
      ofOrder: true,
    })
}

/** Tells the operators by an alert, and the buyer's browsers; once, however often it is tried. */
async function reportUnfulfilled(
  payments: PaymentsContext,
  tx: Queries,
  { id, number, buyer }: OrderRow,
  kind: 'not-fulfilled' | 'cannot-fulfil',
  problem: string,
): Promise<void> {
  const { context } = payments
  if (!(await raiseAlert(context, tx, { kind, subject: number, detail: { problem } }))) return
  await pushToPlayers(context, tx, {
    kind: 'order-unfulfilled',
    steamIds: [buyer],
    subject: id,
    values: { order: number },
    until: addMs(context.clock.now(), pushHoldsMs),
  })
}

/** Returns the first line of an error, short enough to be shown. */
function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, 200)
}
