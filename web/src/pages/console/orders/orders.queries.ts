import { operatorExportOrders } from '@clutch/contract/api/console/list-exports.ts'
import type { Body, Params, Query, Reply } from '@clutch/contract/api/call.ts'
import {
  operatorAnswerOrderQuestion,
  operatorApproveRefund,
  operatorDeclineRefund,
  operatorCheckOrder,
  operatorFulfilOrder,
  operatorGetOrder,
  operatorListOrders,
  operatorListOrderQuestions,
  operatorRefundOrder,
  type OrderDetails,
} from '@clutch/contract/api/payments/operator-orders.ts'
import {
  operatorDismissPaymentAlert,
  operatorListPaymentAlerts,
  operatorListReconciliationReports,
  operatorListPaymentProviders,
  operatorRunReconciliation,
} from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { createExport } from '../kit/list/rows.queries.ts'

export type OperatorOrder = OrderDetails['order']
export type Attempt = OrderDetails['attempts'][number]
export type Refund = OrderDetails['refunds'][number]
export type Question = Reply<typeof operatorListOrderQuestions>[number]
export type Provider = Reply<typeof operatorListPaymentProviders>[number]

const root = ['admin', 'orders'] as const
/** Pending orders change within seconds. */
const activePollMs = 2_000
const idlePollMs = 30_000

export const ordersKey = [...root, 'list'] as const

export function loadOrders(
  { filters, ...ask }: ListQuery<'created' | 'amount' | 'paid'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListOrders>> {
  // What the address names and the portal does not know is refused, and said so.
  const query = { ...ask, ...filters } as Query<typeof operatorListOrders>
  return call(operatorListOrders, { query: { ...query, troubled: filters['troubled'] as 'true' }, signal })
}

export const loadAllOrders = createExport(operatorExportOrders)

/** Asked for often while something of it is under way. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'one', id],
    queryFn: ({ signal }) => call(operatorGetOrder, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? activePollMs : idlePollMs),
  })

/** Whether a refund or a payment of it may be another the next moment. */
function isInProgress({ attempts, refunds }: Pick<OrderDetails, 'attempts' | 'refunds'>): boolean {
  return (
    refunds.some(({ state }) => state === 'asked' || state === 'pending') ||
    attempts.some(({ state }) => state === 'creating' || state === 'open' || state === 'closing')
  )
}

/** What an act made of an order is shown at once; lists that hold it are asked for again. */
function cacheOrder(client: QueryClient, file: OrderDetails): void {
  client.setQueryData(orderQuery(file.order.id).queryKey, file)
  void client.invalidateQueries({ queryKey: ordersKey })
}

export async function refundOrder(
  client: QueryClient,
  id: string,
  body: Body<typeof operatorRefundOrder>,
): Promise<OrderDetails> {
  const file = await call(operatorRefundOrder, { params: { id }, body })
  cacheOrder(client, file)
  return file
}

export async function approveRefund(client: QueryClient, id: string): Promise<void> {
  cacheOrder(client, await call(operatorApproveRefund, { params: { id } }))
}

export async function declineRefund(client: QueryClient, id: string): Promise<void> {
  cacheOrder(client, await call(operatorDeclineRefund, { params: { id } }))
}

export async function fulfilOrder(client: QueryClient, id: string): Promise<void> {
  cacheOrder(client, await call(operatorFulfilOrder, { params: { id } }))
}

export async function checkOrder(client: QueryClient, id: string): Promise<void> {
  cacheOrder(client, await call(operatorCheckOrder, { params: { id } }))
}

export const alertsQuery = queryOptions({
  queryKey: [...root, 'alerts'],
  queryFn: ({ signal }) => call(operatorListPaymentAlerts, { signal }),
  refetchInterval: idlePollMs,
})

export async function dismissAlert(client: QueryClient, id: string): Promise<void> {
  await call(operatorDismissPaymentAlert, { params: { id } })
  await client.invalidateQueries({ queryKey: alertsQuery.queryKey })
}

const questions = [...root, 'questions'] as const

/** What waits for an answer, or everything. */
export const questionsQuery = (all: boolean) =>
  queryOptions({
    queryKey: [...questions, all],
    queryFn: ({ signal }) =>
      call(operatorListOrderQuestions, { query: { all: all ? 'true' : 'false' }, signal }),
    refetchInterval: idlePollMs,
  })

export async function answerQuestion(client: QueryClient, id: string, answer: string): Promise<void> {
  await call(operatorAnswerOrderQuestion, { params: { id }, body: { answer } })
  await client.invalidateQueries({ queryKey: questions })
}

export const reportsQuery = queryOptions({
  queryKey: [...root, 'reports'],
  queryFn: ({ signal }) => call(operatorListReconciliationReports, { signal }),
})

export async function createReport(
  client: QueryClient,
  params: Params<typeof operatorRunReconciliation>,
): Promise<void> {
  await call(operatorRunReconciliation, { params })
  await client.invalidateQueries({ queryKey: reportsQuery.queryKey })
}

export const providersQuery = queryOptions({
  queryKey: [...root, 'providers'],
  queryFn: ({ signal }) => call(operatorListPaymentProviders, { signal }),
  refetchInterval: idlePollMs,
})
