import * as calls from '@clutch/contract/api/payments/orders.ts'
import { consumeRateLimit } from '../../accounts/index.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { checkOrderNow, closeOrder } from './close-order.ts'
import { listPaymentMethods } from './payment-methods.ts'
import { createOrder, quoteOrder } from './create-order.ts'
import { payOrder } from '../attempts/pay-order.ts'
import { listOrders, readOrder } from './read-orders.ts'
import type { PaymentsContext } from '../payments-context.ts'

/** Registers the buyer's calls (H2). Another user’s order is not found. */
export function registerOrderCalls(payments: PaymentsContext, app: App): void {
  const { context } = payments
  registerCall(app, calls.getPaymentMethods, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return listPaymentMethods(payments)
  })
  registerCall(app, calls.quoteOrder, async ({ signedIn, body }) => {
    await consumeRateLimit(context, 'quote account', signedIn.userId)
    return quoteOrder(payments, signedIn, body)
  })
  registerCall(app, calls.createOrder, async ({ signedIn, body }) => {
    await consumeRateLimit(context, 'order account', signedIn.userId)
    return { id: await createOrder(payments, signedIn, body) }
  })
  registerCall(app, calls.payOrder, async ({ signedIn, body }) => {
    await consumeRateLimit(context, 'pay account', signedIn.userId)
    return payOrder(payments, signedIn, body)
  })
  registerCall(app, calls.getOrder, ({ signedIn, params }) => readOrder(payments, signedIn, params.id))
  registerCall(app, calls.checkOrder, async ({ signedIn, params }) => {
    await consumeRateLimit(context, 'order look account', signedIn.userId)
    return checkOrderNow(payments, signedIn, params.id)
  })
  registerCall(app, calls.closeOrder, async ({ signedIn, params }) => {
    await consumeRateLimit(context, 'order look account', signedIn.userId)
    return closeOrder(payments, signedIn, params.id)
  })
  registerCall(app, calls.listOrders, ({ signedIn, query }) => listOrders(payments, signedIn, query.before))
}
