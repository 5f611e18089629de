import * as calls from '@clutch/contract/api/operator-payments.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { dismissAlert, listAlerts } from './alerts.ts'
import { checkAttempts, findOrders, fulfilOrder, orderFile } from './operator-orders.ts'
import { refundOrder } from './refunds.ts'
import type { Till } from './till.ts'

/** The operator’s calls about orders, and about what somebody should look at. */
export function answerOperatorOrders(till: Till, app: App): void {
  const { house } = till
  answer(app, calls.operatorListOrders, ({ query }) => findOrders(till, query))
  answer(app, calls.operatorGetOrder, ({ params }) => orderFile(till, params.id))
  answer(app, calls.operatorRefundOrder, async ({ params, body, signedIn }) => {
    await refundOrder(till, { orderId: params.id, ...body, by: signedIn?.steamId ?? 'operator' })
    return orderFile(till, params.id)
  })
  answer(app, calls.operatorFulfilOrder, async ({ params }) => {
    await fulfilOrder(till, params.id)
    return orderFile(till, params.id)
  })
  answer(app, calls.operatorCheckOrder, async ({ params }) => {
    await checkAttempts(till, params.id)
    return orderFile(till, params.id)
  })
  answer(app, calls.operatorListMoneyAlerts, () => listAlerts(house))
  answer(app, calls.operatorDismissMoneyAlert, async ({ params }) => {
    await dismissAlert(house, params.id)
    return undefined
  })
}
