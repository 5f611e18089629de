import * as z from 'zod/mini'
import { currencies, paymentMethods } from '../../rules/payments/money.ts'
import { attemptStates, orderStates, refundStates } from '../../rules/payments/order-states.ts'
import { defineCall } from '../call.ts'
import { listReply, listQuery, sortColumn } from '../shared/list-query.ts'
import { amountSchema } from './operator-prices.ts'
import { orderViewSchema, productTypes } from './orders.ts'
import { idParams, idSchema, line, steamIdSchema, booleanText } from '../shared/fields.ts'

/**
 * An order in the operator's list. `steamId` is the buyer's, `buyerName` the portal's name for them: empty if
 * unknown.
 */
export const operatorOrderSchema = z.extend(orderViewSchema, {
  state: z.enum(orderStates),
  steamId: steamIdSchema,
  buyerName: z.string(),
  /** Why it could not be fulfilled yet; empty where it could. */
  problem: z.string(),
  /**
   * Whether it needs attention: it is not fulfilled, another amount is held, or a refund is unanswered or was
   * refused.
   */
  troubled: z.boolean(),
})

const time = z.number()

/** Everything that is known of an order. Times in ms since 1970 (UTC), amounts in minor units. */
export const orderDetailsSchema = z.object({
  order: operatorOrderSchema,
  /** The buyer’s account. */
  userId: idSchema,
  /**
   * The purchase, if it has its own page: a rented server by its number, a gift card by the start of its
   * code.
   */
  bought: z.nullable(z.object({ kind: z.enum(['rental', 'card']), name: z.string() })),
  attempts: z.array(
    z.object({
      id: idSchema,
      no: z.string(),
      method: z.enum(paymentMethods),
      state: z.enum(attemptStates),
      amount: z.int(),
      currency: z.enum(currencies),
      reference: z.nullable(z.string()),
      /** What the provider holds, if it differs from the requested amount. */
      held: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
      /** Whether it paid the order; another payment bought nothing. */
      pays: z.boolean(),
      /** What of the money the provider holds is not on its way back, in minor units; 0 where it holds none. */
      left: z.int(),
      created: time,
      paid: z.nullable(time),
      /** When the provider is asked again. */
      next: z.nullable(time),
    }),
  ),
  /** Webhooks about its attempts; `no` is the attempt’s number. */
  events: z.array(
    z.object({
      event: z.string(),
      provider: z.enum(paymentMethods),
      no: z.string(),
      kind: z.string(),
      verdict: z.string(),
      at: time,
    }),
  ),
  steps: z.array(
    z.object({ thing: z.string(), from: z.string(), to: z.string(), reason: z.string(), at: time }),
  ),
  refunds: z.array(
    z.object({
      id: idSchema,
      no: z.string(),
      /** The id of the attempt whose money it refunds. */
      attempt: idSchema,
      state: z.enum(refundStates),
      amount: z.int(),
      currency: z.enum(currencies),
      /** The provider’s number of it. */
      reference: z.nullable(z.string()),
      reason: z.string(),
      by: z.string(),
      created: time,
      done: z.nullable(time),
      problem: z.string(),
    }),
  ),
  /** A refund that waits for a second operator; `by` requested it. */
  refundRequest: z.nullable(
    z.object({
      attempt: idSchema,
      amount: z.int(),
      currency: z.string(),
      reason: z.string(),
      by: z.string(),
      /** What the portal calls them; empty where it is unknown. */
      byName: z.string(),
      at: time,
    }),
  ),
})

export type OrderDetails = z.infer<typeof orderDetailsSchema>

export const operatorListOrders = defineCall({
  id: 'operatorListOrders',
  method: 'GET',
  path: '/api/operator/orders',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  summary:
    "One page of the orders: by words that are each a part of the number of the order, attempt or refund, the provider's number, the buyer’s name or SteamID64, the purchase or the coupon; by state, buyer, product, method, currency, need for attention.",
  query: z.object({
    ...listQuery,
    sort: sortColumn('created', 'amount', 'paid'),
    state: z.optional(z.enum(orderStates)),
    /** The buyer. */
    steamId: z.optional(steamIdSchema),
    product: z.optional(z.enum(productTypes)),
    method: z.optional(z.enum(paymentMethods)),
    currency: z.optional(z.enum(currencies)),
    troubled: z.optional(booleanText),
  }),
  reply: listReply(operatorOrderSchema),
  errors: ['search.too_long'],
})

export const operatorGetOrder = defineCall({
  id: 'operatorGetOrder',
  method: 'GET',
  path: '/api/operator/orders/:id',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  summary: 'An order with every attempt, event, step and refund.',
  params: idParams,
  reply: orderDetailsSchema,
  errors: ['order.not_found'],
})

export const operatorRefundOrder = defineCall({
  id: 'operatorRefundOrder',
  method: 'POST',
  path: '/api/operator/orders/:id/refund',
  who: 'operator',
  area: 'refunds',
  tag: 'operator',
  audit: 'refund',
  summary:
    'Pays an order back, whole or in part (minor units); the provider is asked until it has answered. A whole refund takes back what was bought. With `attempt`, an id of the order’s file, what the provider holds of that attempt: a second payment, or other money than was asked for; that changes nothing about what was bought. From an amount that is configured on, together with what was refunded before, it waits for a second operator as `refundRequest`. `key` makes a repeat the same refund; with other contents it is refused.',
  params: idParams,
  body: z.strictObject({
    amount: z.optional(amountSchema),
    reason: line(200).check(z.minLength(1)),
    attempt: z.optional(idSchema),
    key: z.optional(z.uuid()),
  }),
  reply: orderDetailsSchema,
  errors: [
    'order.not_found',
    'order.not_paid',
    'order.key_reused',
    'refund.too_much',
    'refund.awaits_approval',
    'payment.unavailable',
  ],
})

export const operatorApproveRefund = defineCall({
  id: 'operatorApproveRefund',
  method: 'POST',
  path: '/api/operator/orders/:id/refund/approve',
  who: 'operator',
  area: 'refunds',
  tag: 'operator',
  audit: 'approveRefund',
  // The second operator is a person.
  byToken: false,
  summary: 'Makes the refund that another operator requested, unchanged.',
  params: idParams,
  reply: orderDetailsSchema,
  errors: [
    'order.not_found',
    'refund.not_requested',
    'refund.own_request',
    'refund.too_much',
    'payment.unavailable',
  ],
})

export const operatorDeclineRefund = defineCall({
  id: 'operatorDeclineRefund',
  method: 'POST',
  path: '/api/operator/orders/:id/refund/decline',
  who: 'operator',
  area: 'refunds',
  tag: 'operator',
  audit: 'declineRefund',
  summary: 'Drops a refund that waits for approval, also an own one: nothing is refunded.',
  params: idParams,
  reply: orderDetailsSchema,
  errors: ['order.not_found', 'refund.not_requested'],
})

export const operatorFulfilOrder = defineCall({
  id: 'operatorFulfilOrder',
  method: 'POST',
  path: '/api/operator/orders/:id/fulfil',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  audit: 'fulfil',
  summary: 'Tries again to deliver a paid order; one that is delivered stays as it is.',
  params: idParams,
  reply: orderDetailsSchema,
  errors: ['order.not_found', 'order.not_paid'],
})

export const operatorCheckOrder = defineCall({
  id: 'operatorCheckOrder',
  method: 'POST',
  path: '/api/operator/orders/:id/check',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  audit: 'checkOrder',
  summary: 'Asks the provider about every attempt of an order now.',
  params: idParams,
  reply: orderDetailsSchema,
  errors: ['order.not_found'],
})

export const orderQuestionSchema = z.object({
  id: idSchema,
  orderId: idSchema,
  number: z.string(),
  steamId: steamIdSchema,
  buyerName: z.string(),
  text: z.string(),
  asked: time,
  answer: z.nullable(z.string()),
  answered: z.nullable(time),
})

export const operatorListOrderQuestions = defineCall({
  id: 'operatorListOrderQuestions',
  method: 'GET',
  path: '/api/operator/order-questions',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  summary: 'Unanswered questions of buyers, the oldest first; with `all` also the answered ones.',
  query: z.object({ all: z._default(booleanText, false) }),
  reply: z.array(orderQuestionSchema),
})

export const operatorAnswerOrderQuestion = defineCall({
  id: 'operatorAnswerOrderQuestion',
  method: 'POST',
  path: '/api/operator/order-questions/:id',
  who: 'operator',
  area: 'orders',
  tag: 'operator',
  audit: 'answerQuestion',
  summary: 'Answers a question; the buyer sees it at the order, and by mail where an address is known.',
  params: idParams,
  body: z.strictObject({ answer: line(1_000).check(z.trim(), z.minLength(1)) }),
  reply: orderQuestionSchema,
  errors: ['question.not_found'],
})
