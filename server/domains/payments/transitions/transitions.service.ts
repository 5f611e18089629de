import {
  type AttemptState,
  type OrderState,
  type RefundState,
  canAttemptBecome,
  canOrderBecome,
  canRefundBecome,
} from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type AttemptChange, type AttemptRow, updateAttempt } from '../attempts/attempts.store.ts'
import { type OrderChange, type OrderRow, updateOrder } from '../orders/orders.store.ts'
import { type RefundChange, type RefundRow, updateRefund } from '../refunds/refunds.store.ts'
import { insertStep, insertStepOnce } from './transitions.store.ts'
import type { PaymentsContext } from '../payments-context.ts'

/**
 * The only way to change a state: follows the tables of `contract/rules/payments/order-states.ts`, on a locked row, and adds an
 * entry to its history. A transition that the tables do not list is recorded as refused; the row stays and null is returned.
 */
interface Transition<State, Change> {
  to: State
  reason: string
  change?: Change
}

type Dependencies = Pick<PaymentsContext, 'context'>

export async function transitionOrder(
  payments: Dependencies,
  tx: Queries,
  order: OrderRow,
  { to, reason, change = {} }: Transition<OrderState, OrderChange>,
): Promise<OrderRow | null> {
  const transition = { order_id: order.id, thing: 'order', from_state: order.state, to_state: to, reason }
  if (!canOrderBecome(order.state, to)) return recordRefusal(payments, tx, transition)
  await insertTransition(payments, tx, transition)
  return updateOrder(tx, order.id, { ...change, state: to })
}

export async function transitionAttempt(
  payments: Dependencies,
  tx: Queries,
  attempt: AttemptRow,
  { to, reason, change = {} }: Transition<AttemptState, AttemptChange>,
): Promise<AttemptRow | null> {
  const { order_id, no, state } = attempt
  const transition = { order_id, thing: no, from_state: state, to_state: to, reason }
  if (!canAttemptBecome(state, to)) return recordRefusal(payments, tx, transition)
  await insertTransition(payments, tx, transition)
  return updateAttempt(tx, attempt.id, { ...change, state: to })
}

export async function transitionRefund(
  payments: Dependencies,
  tx: Queries,
  refund: RefundRow,
  { to, reason, change = {} }: Transition<RefundState, RefundChange>,
): Promise<RefundRow | null> {
  const { order_id, no, state } = refund
  const transition = { order_id, thing: no, from_state: state, to_state: to, reason }
  if (!canRefundBecome(state, to)) return recordRefusal(payments, tx, transition)
  await insertTransition(payments, tx, transition)
  return updateRefund(tx, refund.id, { ...change, state: to })
}

/** Inserts the first history entry of an order, an attempt or a refund. */
export function insertInitialState(
  payments: Dependencies,
  tx: Queries,
  { orderId, thing, state, reason }: { orderId: string; thing: string; state: string; reason: string },
): Promise<void> {
  return insertTransition(payments, tx, { order_id: orderId, thing, from_state: '', to_state: state, reason })
}

interface TransitionRow {
  order_id: string
  thing: string
  from_state: string
  to_state: string
  reason: string
}

function insertTransition({ context }: Dependencies, tx: Queries, transition: TransitionRow): Promise<void> {
  return insertStep(tx, { ...transition, at: context.clock.now() })
}

async function recordRefusal(
  { context }: Dependencies,
  tx: Queries,
  transition: TransitionRow,
): Promise<null> {
  const { thing, from_state: from, to_state: to, reason } = transition
  context.log.warn({ thing, from, to, reason }, 'refused a state transition of a payment')
  await insertStepOnce(tx, { ...transition, reason: `refused: ${reason}`, at: context.clock.now() })
  return null
}
