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
 * The only way a state changes: by the tables of `contract/rules/payments/order-states.ts`, on a row that is locked, with a line of
 * its history. What the tables do not list is refused: the row stays, the refusal is written down, null is answered.
 */
interface Move<State, Change> {
  to: State
  reason: string
  change?: Change
}

type Parts = Pick<PaymentsContext, 'context'>

export async function transitionOrder(
  payments: Parts,
  tx: Queries,
  order: OrderRow,
  { to, reason, change = {} }: Move<OrderState, OrderChange>,
): Promise<OrderRow | null> {
  const step = { order_id: order.id, thing: 'order', from_state: order.state, to_state: to, reason }
  if (!canOrderBecome(order.state, to)) return refuse(payments, tx, step)
  await write(payments, tx, step)
  return updateOrder(tx, order.id, { ...change, state: to })
}

export async function transitionAttempt(
  payments: Parts,
  tx: Queries,
  attempt: AttemptRow,
  { to, reason, change = {} }: Move<AttemptState, AttemptChange>,
): Promise<AttemptRow | null> {
  const { order_id, no, state } = attempt
  const step = { order_id, thing: no, from_state: state, to_state: to, reason }
  if (!canAttemptBecome(state, to)) return refuse(payments, tx, step)
  await write(payments, tx, step)
  return updateAttempt(tx, attempt.id, { ...change, state: to })
}

export async function transitionRefund(
  payments: Parts,
  tx: Queries,
  refund: RefundRow,
  { to, reason, change = {} }: Move<RefundState, RefundChange>,
): Promise<RefundRow | null> {
  const { order_id, no, state } = refund
  const step = { order_id, thing: no, from_state: state, to_state: to, reason }
  if (!canRefundBecome(state, to)) return refuse(payments, tx, step)
  await write(payments, tx, step)
  return updateRefund(tx, refund.id, { ...change, state: to })
}

/** The first line of the history of an order, an attempt or a refund. */
export function insertInitialState(
  payments: Parts,
  tx: Queries,
  { orderId, thing, state, reason }: { orderId: string; thing: string; state: string; reason: string },
): Promise<void> {
  return write(payments, tx, { order_id: orderId, thing, from_state: '', to_state: state, reason })
}

interface Step {
  order_id: string
  thing: string
  from_state: string
  to_state: string
  reason: string
}

function write({ context }: Parts, tx: Queries, step: Step): Promise<void> {
  return insertStep(tx, { ...step, at: context.clock.now() })
}

async function refuse({ context }: Parts, tx: Queries, step: Step): Promise<null> {
  const { thing, from_state: from, to_state: to, reason } = step
  context.log.warn({ thing, from, to, reason }, 'a step of money was refused')
  await insertStepOnce(tx, { ...step, reason: `refused: ${reason}`, at: context.clock.now() })
  return null
}
