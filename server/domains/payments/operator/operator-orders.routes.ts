import { operatorExportOrders } from '@clutch/contract/api/console/list-exports.ts'
import * as calls from '@clutch/contract/api/payments/operator-orders.ts'
import * as checks from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import { alertForAudit, dismissAlert, listAlerts } from './alerts.service.ts'
import {
  checkAttemptsNow,
  exportOrders,
  findOrders,
  fulfilOrderByOperator,
  orderForAudit,
  readOrderDetails,
} from './operator-orders.service.ts'
import { approveRefund, declineRefund, refundOrder } from '../refunds/refunds.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

interface OrderAudit {
  load: (input: { params: { id: string } }, queries?: Queries) => ReturnType<typeof orderForAudit>
  nameOf: (item: { number: string }) => string
}

/** Registers the operator’s calls for orders, and for alerts. */
export function registerOperatorOrderRoutes(payments: PaymentsContext, app: App): void {
  const { context } = payments
  const ofOrder: OrderAudit = {
    load: ({ params }, queries = context.database) => orderForAudit(queries, params.id),
    nameOf: ({ number }) => number,
  }
  registerCall(app, calls.operatorListOrders, ({ query }) => findOrders(payments, query))
  registerCall(app, operatorExportOrders, ({ query, reply }) =>
    sendRows(operatorExportOrders, reply, exportOrders(payments, query)),
  )
  registerCall(app, calls.operatorGetOrder, ({ params }) => readOrderDetails(payments, params.id))
  registerRefundRoutes(payments, app, ofOrder)
  registerCall(
    app,
    calls.operatorFulfilOrder,
    async ({ params, writeAudit }) => {
      await fulfilOrderByOperator(payments, params.id, writeAudit)
      return readOrderDetails(payments, params.id)
    },
    ofOrder,
  )
  registerCall(
    app,
    calls.operatorCheckOrder,
    async ({ params }) => {
      await checkAttemptsNow(payments, params.id)
      return readOrderDetails(payments, params.id)
    },
    ofOrder,
  )
  registerCall(app, checks.operatorListPaymentAlerts, () => listAlerts(context))
  registerCall(
    app,
    checks.operatorDismissPaymentAlert,
    async ({ params }) => {
      await dismissAlert(context, params.id)
      return undefined
    },
    { load: ({ params }) => alertForAudit(context, params.id), nameOf: ({ subject }) => subject },
  )
}

function registerRefundRoutes(payments: PaymentsContext, app: App, ofOrder: OrderAudit): void {
  registerCall(
    app,
    calls.operatorRefundOrder,
    async ({ params, body, caller, writeAudit }) => {
      const by = responsibleFor(caller)
      await refundOrder(payments, { orderId: params.id, ...body, by }, writeAudit)
      return readOrderDetails(payments, params.id)
    },
    ofOrder,
  )
  registerCall(
    app,
    calls.operatorApproveRefund,
    async ({ params, caller, writeAudit }) => {
      const by = responsibleFor(caller)
      await approveRefund(payments, { orderId: params.id, by }, writeAudit)
      return readOrderDetails(payments, params.id)
    },
    ofOrder,
  )
  registerCall(
    app,
    calls.operatorDeclineRefund,
    async ({ params, writeAudit }) => {
      await declineRefund(payments, params.id, writeAudit)
      return readOrderDetails(payments, params.id)
    },
    ofOrder,
  )
}
