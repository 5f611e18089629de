import * as calls from '@clutch/contract/api/payments/orders.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { checkOrderNow, closeOrder } from './close-order.service.ts'
import { listPaymentMethods } from '../providers/payment-methods.ts'
import { createOrder, quoteOrder } from './create-order.service.ts'
import { payOrder } from '../attempts/pay-order.service.ts'
import { listOrders, readOrder } from './read-orders.service.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** Registers the buyer's calls (H2). Another user’s order is not found. */
export function registerOrderCalls(payments: PaymentsContext, app: App): void {
  registerCall(app, calls.getPaymentMethods, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return listPaymentMethods(payments)
  })
  registerCall(app, calls.quoteOrder, ({ signedIn, body }) => quoteOrder(payments, signedIn, body))
  registerCall(app, calls.createOrder, async ({ signedIn, body }) => ({
    id: await createOrder(payments, signedIn, body),
  }))
  registerCall(app, calls.payOrder, ({ signedIn, body }) => payOrder(payments, signedIn, body))
  registerCall(app, calls.getOrder, ({ signedIn, params }) => readOrder(payments, signedIn, params.id))
  registerCall(app, calls.checkOrder, ({ signedIn, params }) => checkOrderNow(payments, signedIn, params.id))
  registerCall(app, calls.closeOrder, ({ signedIn, params }) => closeOrder(payments, signedIn, params.id))
  registerCall(app, calls.listOrders, ({ signedIn, query }) => listOrders(payments, signedIn, query.before))
}
