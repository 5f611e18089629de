import * as calls from '@clutch/contract/api/payments/orders.ts'
import { consumeRateLimit } from '../../accounts/index.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { checkOrder, closeOrder } from './close-order.ts'
import { takenMethods } from './payment-methods.ts'
import { createOrder, quote } from './create-order.ts'
import { payOrder } from '../attempts/pay-order.ts'
import { listOrders, readOrder } from './read-orders.ts'
import type { Till } from '../payments-context.ts'

/** The calls of somebody who buys (H2). Another’s order is none to them. */
export function answerOrders(till: Till, app: App): void {
  const { context } = till
  registerCall(app, calls.getPaymentMethods, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return takenMethods(till)
  })
  registerCall(app, calls.quoteOrder, async ({ signedIn, body }) => {
    await consumeRateLimit(context, 'quote account', signedIn.userId)
    return quote(till, signedIn, body)
  })
  registerCall(app, calls.createOrder, async ({ signedIn, body }) => {
    await consumeRateLimit(context, 'order account', signedIn.userId)
    return { id: await createOrder(till, signedIn, body) }
  })
  registerCall(app, calls.payOrder, async ({ signedIn, body }) => {
    await consumeRateLimit(context, 'pay account', signedIn.userId)
    return payOrder(till, signedIn, body)
  })
  registerCall(app, calls.getOrder, ({ signedIn, params }) => readOrder(till, signedIn, params.id))
  registerCall(app, calls.checkOrder, async ({ signedIn, params }) => {
    await consumeRateLimit(context, 'order look account', signedIn.userId)
    return checkOrder(till, signedIn, params.id)
  })
  registerCall(app, calls.closeOrder, async ({ signedIn, params }) => {
    await consumeRateLimit(context, 'order look account', signedIn.userId)
    return closeOrder(till, signedIn, params.id)
  })
  registerCall(app, calls.listOrders, ({ signedIn, query }) => listOrders(till, signedIn, query.before))
}
