import { operatorExportOrders } from '@clutch/contract/api/console/list-exports.ts'
import * as calls from '@clutch/contract/api/payments/operator-orders.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import { alertAsSeen, dismissAlert, listAlerts } from './alerts.service.ts'
import {
  checkAttempts,
  exportOrders,
  findOrders,
  fulfilOrder,
  orderAsSeen,
  orderFile,
} from './operator-orders.ts'
import { refundOrder } from '../refunds/refunds.ts'
import type { Till } from '../payments-context.ts'

/** The operator’s calls about orders, and about what somebody should look at. */
export function answerOperatorOrders(till: Till, app: App): void {
  const { context } = till
  const ofOrder = {
    look: ({ params }: { params: { id: string } }) => orderAsSeen(till, params.id),
    named: ({ number }: { number: string }) => number,
  }
  registerCall(app, calls.operatorListOrders, ({ query }) => findOrders(till, query))
  registerCall(app, operatorExportOrders, ({ query, reply }) =>
    sendRows(operatorExportOrders, reply, exportOrders(till, query)),
  )
  registerCall(app, calls.operatorGetOrder, ({ params }) => orderFile(till, params.id))
  registerCall(
    app,
    calls.operatorRefundOrder,
    async ({ params, body, signedIn }) => {
      await refundOrder(till, { orderId: params.id, ...body, by: signedIn?.steamId ?? 'operator' })
      return orderFile(till, params.id)
    },
    ofOrder,
  )
  registerCall(
    app,
    calls.operatorFulfilOrder,
    async ({ params }) => {
      await fulfilOrder(till, params.id)
      return orderFile(till, params.id)
    },
    ofOrder,
  )
  registerCall(
    app,
    calls.operatorCheckOrder,
    async ({ params }) => {
      await checkAttempts(till, params.id)
      return orderFile(till, params.id)
    },
    ofOrder,
  )
  registerCall(app, calls.operatorListPaymentAlerts, () => listAlerts(context))
  registerCall(
    app,
    calls.operatorDismissPaymentAlert,
    async ({ params }) => {
      await dismissAlert(context, params.id)
      return undefined
    },
    { look: ({ params }) => alertAsSeen(context, params.id), named: ({ subject }) => subject },
  )
}
