import type * as z from 'zod/mini'
import type { operatorOrderSchema, OrderFile } from '@clutch/contract/api/operator-payments.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { selectAttempts } from './attempts-store.ts'
import type { AttemptRow } from './attempts-store.ts'
import { selectEvents } from './events-store.ts'
import { deliver, mayBeDelivered } from './fulfil.ts'
import { lockOrder, selectOrder, selectOrders } from './orders-store.ts'
import type { OrderFilter, OrderRow } from './orders-store.ts'
import { tellOrders } from './read.ts'
import { heldOf } from './refunds.ts'
import { selectRefunds } from './refunds-store.ts'
import type { RefundRow } from './refunds-store.ts'
import { settleNow } from './settle.ts'
import { selectSteps } from './steps-store.ts'
import type { Till } from './till.ts'

type OperatorOrder = z.infer<typeof operatorOrderSchema>

/** Everybody’s orders, newest first, as the operator is told of them. */
export async function findOrders(till: Till, filter: OrderFilter): Promise<OperatorOrder[]> {
  return tellOperator(till, await selectOrders(till.house.database, filter))
}

/** Everything that is known of an order; throws `order.not_found`. */
export async function orderFile(till: Till, id: string): Promise<OrderFile> {
  const { database } = till.house
  const [order] = await tellOperator(till, [await knownOrder(till, id)])
  if (!order) throw new Error('an order was not told')
  const [attempts, refunds, events, steps] = await Promise.all([
    selectAttempts(database, [id]),
    selectRefunds(database, id),
    selectEvents(database, id),
    selectSteps(database, id),
  ])
  return {
    order,
    attempts: attempts.map(toldAttempt),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.getTime() })),
    steps: steps.map(({ thing, from_state: from, to_state: to, reason, at }) => ({
      thing,
      from,
      to,
      reason,
      at: at.getTime(),
    })),
    refunds: refunds.map(toldRefund),
  }
}

/** Tries to deliver a paid order now; one that is delivered stays as it is. Throws `order.not_found`, `order.not_paid`. */
export async function fulfilOrder(till: Till, id: string): Promise<void> {
  await knownOrder(till, id)
  await till.house.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.state === 'fulfilled') return
    if (!(await mayBeDelivered(tx, order)))
      throw new PortalError('order.not_paid', 'Only a paid order that is not paid back is delivered')
    await deliver(till, tx, order)
  })
}

/** Asks the provider about every attempt of an order now; throws `order.not_found`. */
export async function checkAttempts(till: Till, id: string): Promise<void> {
  await knownOrder(till, id)
  for (const attempt of await selectAttempts(till.house.database, [id])) await settleNow(till, attempt.id)
}

async function knownOrder({ house }: Till, id: string): Promise<OrderRow> {
  const order = await selectOrder(house.database, id)
  if (!order) throw new PortalError('order.not_found', 'There is no such order')
  return order
}

async function tellOperator(till: Till, rows: readonly OrderRow[]): Promise<OperatorOrder[]> {
  const told = await tellOrders(till, rows)
  return rows.flatMap(({ state, buyer: steamId, problem }, index) => {
    const order = told[index]
    return order ? [{ ...order, state, steamId, problem }] : []
  })
}

function toldAttempt(attempt: AttemptRow): OrderFile['attempts'][number] {
  const { id, no, provider: method, state, amount, currency, reference } = attempt
  return {
    id,
    no,
    method,
    state,
    amount,
    currency,
    reference,
    held: state === 'disputed' ? heldOf(attempt) : null,
    created: attempt.created_at.getTime(),
    paid: attempt.paid_at?.getTime() ?? null,
    next: attempt.check_at?.getTime() ?? null,
  }
}

function toldRefund(refund: RefundRow): OrderFile['refunds'][number] {
  const { id, no, attempt_id: attempt, state, amount, reason, asked_by: by, problem } = refund
  const created = refund.created_at.getTime()
  return {
    id,
    no,
    attempt,
    state,
    amount,
    reason,
    by,
    problem,
    created,
    done: refund.done_at?.getTime() ?? null,
  }
}
