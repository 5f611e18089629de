import type * as z from 'zod/mini'
import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type { operatorExportOrders } from '@clutch/contract/api/console/list-exports.ts'
import type {
  operatorListOrders,
  operatorOrderSchema,
  OrderDetails,
} from '@clutch/contract/api/payments/operator-orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type Queries,
  readSnapshot,
  searchInSteps,
  withSearchTimeout,
} from '../../../platform/database/index.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { type AttemptRow, selectAttempts } from '../attempts/attempts.store.ts'
import { selectEvents } from '../webhooks/provider-events.store.ts'
import { fulfilOrder, isFulfilmentAllowed } from '../orders/fulfilment.service.ts'
import { countOrders, selectOrders, selectOrdersAfter, selectOrderProblems } from './order-list.store.ts'
import { type OrderRow, lockOrder, selectOrder } from '../orders/orders.store.ts'
import { orderViews } from '../orders/read-orders.service.ts'
import { refundableAmount } from '../refunds/refunds.service.ts'
import { type RefundRequestRow, selectRefundRequest } from '../refunds/refund-requests.store.ts'
import { type RefundRow, selectRefunds } from '../refunds/refunds.store.ts'
import { settleAttemptNow } from '../attempts/settle-attempt.service.ts'
import { selectSteps } from '../transitions/transitions.store.ts'
import type { PaymentsContext } from '../payments-context.ts'

type OperatorOrder = z.infer<typeof operatorOrderSchema>

/** Returns one page of all orders as shown to the operator, and how many match. Throws `search.too_long`. */
export async function findOrders(
  payments: PaymentsContext,
  { page, size, sort, direction, ...filter }: Query<typeof operatorListOrders>,
): Promise<Reply<typeof operatorListOrders>> {
  const { database } = payments.context
  const listQuery = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(database, async (tx) => ({
    rows: await selectOrders(tx, filter, listQuery),
    total: await countOrders(tx, filter),
  }))
  return { rows: await toOperatorOrders(payments, rows), total }
}

/** Yields all matching orders, in steps, the newest first. Throws `search.too_long`. */
export async function* exportOrders(
  payments: PaymentsContext,
  filter: Query<typeof operatorExportOrders>,
): AsyncGenerator<OperatorOrder[]> {
  const steps = searchInSteps<OrderRow>(payments.context.database, (tx, after, limit) =>
    selectOrdersAfter(tx, filter, after, limit),
  )
  for await (const rows of steps) yield toOperatorOrders(payments, rows)
}

/**
 * Everything that is known of an order; throws `order.not_found`. Its parts are of one moment, and the order itself is read after
 * them: a part that is under way makes the console read again.
 */
export async function readOrderDetails(payments: PaymentsContext, id: string): Promise<OrderDetails> {
  const row = await knownOrder(payments.context.database, id)
  const { attempts, refunds, request, events, steps, bought } = await readSnapshot(
    payments.context.database,
    async (tx) => ({
      attempts: await selectAttempts(tx, [id]),
      refunds: await selectRefunds(tx, id),
      request: await selectRefundRequest(tx, id),
      events: await selectEvents(tx, id),
      steps: await selectSteps(tx, id),
      bought: (await payments.products.get(row.product)?.bought?.(id, tx)) ?? null,
    }),
  )
  const [order] = await toOperatorOrders(payments, [await knownOrder(payments.context.database, id)])
  if (!order) throw new Error('an order is missing in the response')
  const names = await findPlayerNames(payments.context.database, request ? [request.requested_by] : [])
  return {
    order,
    userId: row.user_id,
    bought,
    attempts: attempts.map((attempt) => toldAttempt(attempt, row, refunds)),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.getTime() })),
    steps: steps.map(({ thing, from_state: from, to_state: to, reason, at }) => ({
      thing,
      from,
      to,
      reason,
      at: at.getTime(),
    })),
    refunds: refunds.map(toldRefund),
    refundRequest: request
      ? { ...toRefundRequest(request), byName: names.get(request.requested_by) ?? '' }
      : null,
  }
}

function toRefundRequest(row: RefundRequestRow) {
  const { attempt_id: attempt, amount, currency, reason, requested_by: by, requested_at: at } = row
  return { attempt, amount, currency, reason, by, at: at.getTime() }
}

/**
 * For the audit log: returns the state of an order, its attempts and its refunds. Throws `order.not_found`.
 */
export async function orderForAudit(queries: Queries, id: string) {
  const { number, state, refunded, problem } = await knownOrder(queries, id)
  const attempts = await selectAttempts(queries, [id])
  const refunds = await selectRefunds(queries, id)
  const request = await selectRefundRequest(queries, id)
  return {
    number,
    state,
    refunded,
    problem,
    attempts: Object.fromEntries(attempts.map((one) => [one.no, one.state])),
    refunds: refunds.map(({ no, amount, currency, state: is, reason }) => ({
      no,
      amount,
      currency,
      state: is,
      reason,
    })),
    refundRequest: request ? toRefundRequest(request) : null,
  }
}

/** Tries to deliver a paid order now; one that is delivered stays as it is. Throws `order.not_found`, `order.not_paid`. */
export async function fulfilOrderByOperator(
  payments: PaymentsContext,
  id: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await knownOrder(payments.context.database, id)
  await payments.context.database.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.state === 'fulfilled') return
    if (!(await isFulfilmentAllowed(tx, order)))
      throw new PortalError('order.not_paid', 'Only a paid order that is not refunded can be fulfilled')
    await fulfilOrder(payments, tx, order)
    await writeAudit(tx)
  })
}

/** Asks the provider about every attempt of an order now; throws `order.not_found`. */
export async function checkAttemptsNow(payments: PaymentsContext, id: string): Promise<void> {
  await knownOrder(payments.context.database, id)
  for (const attempt of await selectAttempts(payments.context.database, [id]))
    await settleAttemptNow(payments, attempt.id)
}

async function knownOrder(queries: Queries, id: string): Promise<OrderRow> {
  const order = await selectOrder(queries, id)
  if (!order) throw new PortalError('order.not_found', 'There is no such order')
  return order
}

async function toOperatorOrders(
  payments: PaymentsContext,
  rows: readonly OrderRow[],
): Promise<OperatorOrder[]> {
  const ids = rows.map(({ id }) => id)
  const { database } = payments.context
  const [views, troubled, names] = await Promise.all([
    orderViews(payments, rows),
    selectOrderProblems(database, ids),
    findPlayerNames(
      database,
      rows.map(({ buyer }) => buyer),
    ),
  ])
  return rows.flatMap(({ id, state, buyer: steamId, problem }, index) => {
    const order = views[index]
    const buyerName = names.get(steamId) ?? ''
    return order ? [{ ...order, state, steamId, buyerName, problem, troubled: troubled.has(id) }] : []
  })
}

function toldAttempt(
  attempt: AttemptRow,
  order: OrderRow,
  refunds: readonly RefundRow[],
): OrderDetails['attempts'][number] {
  const { id, no, provider: method, state, amount, currency, reference } = attempt
  const held = refundableAmount(attempt)
  const back = refunds
    .filter(({ attempt_id, state: is }) => attempt_id === id && is !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0)
  return {
    id,
    no,
    method,
    state,
    amount,
    currency,
    reference,
    held: state === 'disputed' ? held : null,
    pays: order.paid_by === id,
    left: Math.max(0, (held?.amount ?? 0) - back),
    created: attempt.created_at.getTime(),
    paid: attempt.paid_at?.getTime() ?? null,
    next: attempt.check_at?.getTime() ?? null,
  }
}

function toldRefund(refund: RefundRow): OrderDetails['refunds'][number] {
  const { id, no, attempt_id: attempt, state, amount, currency, reference, reason, problem } = refund
  return {
    id,
    no,
    attempt,
    state,
    amount,
    currency,
    reference,
    reason,
    by: refund.asked_by,
    problem,
    created: refund.created_at.getTime(),
    done: refund.done_at?.getTime() ?? null,
  }
}
