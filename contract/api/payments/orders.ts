import * as z from 'zod/mini'
import { orderQuestionMaxLength } from '../../limits.ts'
import { couponPattern, normalizeCouponCode } from '../../rules/payments/coupons.ts'
import { durations } from '../../rules/payments/durations.ts'
import { currencies, paymentMethods } from '../../rules/payments/money.ts'
import { defineCall } from '../call.ts'
import { bothLanguages, idParams, idSchema, steamIdSchema } from '../shared/fields.ts'
import { orderOptionsSchema } from './order-options.ts'

/** The products, each in its own domain. */
export const productTypes = ['vip', 'vip_card', 'server_rental'] as const
export type ProductType = (typeof productTypes)[number]

/** Minor units: fen, cents. */
const amountSchema = z.int().check(z.minimum(0))

const priceSchema = z.object({
  duration: z.enum(durations),
  /** Of rentals: whether the region may be switched; false for everything else. */
  relocatable: z.boolean(),
  /** In major units with two decimals at most, as document 2 has it: 299 or 8.88. */
  amount: z.number(),
  /** The same in minor units. */
  minor: amountSchema,
})

export type Price = z.infer<typeof priceSchema>

export const getPricing = defineCall({
  id: 'getPricing',
  method: 'GET',
  path: '/api/payment/pricing',
  who: 'anyone',
  tag: 'payments',
  summary: 'The prices of a product in one currency, the shortest term first (H1).',
  query: z.object({ product_type: z.enum(productTypes), currency: z.enum(currencies) }),
  reply: z.object({
    data: z.object({ currency: z.enum(currencies), items: z.array(priceSchema) }),
  }),
})

export const getPaymentMethods = defineCall({
  id: 'getPaymentMethods',
  method: 'GET',
  path: '/api/payment/methods',
  who: 'anyone',
  tag: 'payments',
  summary:
    'The payment methods of this portal, and those of them whose provider is an emulator that moves no money (H3).',
  reply: z.object({
    methods: z.array(z.enum(paymentMethods)),
    emulatedMethods: z.array(z.enum(paymentMethods)),
  }),
})

const couponSchema = z.pipe(
  z.string().check(z.maxLength(64)),
  z.pipe(z.transform(normalizeCouponCode), z.string().check(z.regex(couponPattern, 'a coupon code'))),
)

/** The requested product, its options, and discounts. */
const orderRequestFields = {
  currency: z.enum(currencies),
  productType: z.enum(productTypes),
  /** `plan` of VIP, `card` of a gift card, `new_server` and `renew_server` of rentals. */
  productId: z.string().check(z.regex(/^[a-z_]{1,32}$/)),
  options: orderOptionsSchema,
  coupon: z.optional(couponSchema),
}

const priceErrors = [
  'price.invalid',
  'product.not_sold',
  'payment.not_configured',
  'coupon.unknown',
  'coupon.over',
  'coupon.used_up',
  'coupon.other_product',
  'vip.permanent',
  'portal.feature_off',
  'rental.name_required',
  'rental.name_length',
  'rental.name_invalid',
  'rental.password_required',
  'rental.password_length',
  'rental.password_invalid',
  'rental.not_found',
  'rental.owner_only',
  'rental.not_ready',
  'region.unavailable',
] as const

export const quoteOrder = defineCall({
  id: 'quoteOrder',
  method: 'POST',
  path: '/api/payment/quote',
  who: 'user',
  tag: 'payments',
  limits: [{ name: 'quote account', by: 'account' }],
  summary: 'What something would cost now, with a coupon; nothing is ordered (H7).',
  body: z.strictObject({
    ...orderRequestFields,
    /** As for the order: with it, the unpaid orders of the same purchase do not use the coupon up (H8). */
    replaces: z.optional(idSchema),
  }),
  reply: z.object({
    currency: z.enum(currencies),
    /** Before and after the coupon, minor units. */
    listAmount: amountSchema,
    amount: amountSchema,
    description: bothLanguages(200),
  }),
  errors: [...priceErrors],
})

export const createOrder = defineCall({
  id: 'createOrder',
  method: 'POST',
  path: '/api/payment/orders',
  who: 'user',
  tag: 'payments',
  limits: [{ name: 'order account', by: 'account' }],
  summary:
    'Orders something: the server checks everything that sets the price and freezes it (H2, H7). `key` (made by the client) makes a repeat the same order; with other contents it is refused.',
  body: z.strictObject({
    ...orderRequestFields,
    key: z.optional(z.uuid()),
    /** What the buyer saw, minor units: where it costs something else by now, nothing is ordered (`price.changed`). */
    amount: z.optional(amountSchema),
    /**
     * The caller's own order that this one replaces: only one of the two is fulfilled and stays paid (H8).
     */
    replaces: z.optional(idSchema),
  }),
  reply: z.object({ id: idSchema }),
  errors: [...priceErrors, 'price.changed', 'order.key_reused', 'order.not_found', 'order.already_paid'],
})

export const payOrder = defineCall({
  id: 'payOrder',
  method: 'POST',
  path: '/api/payment/pay',
  who: 'user',
  tag: 'payments',
  limits: [{ name: 'pay account', by: 'account' }],
  summary:
    'Begins the payment of an order, or answers the one that is under way (H2). The address is a QR code’s text for WeChat, else a page to open.',
  body: z.strictObject({
    orderId: idSchema,
    method: z.enum(paymentMethods),
    /** Which of a provider’s pages suits. */
    device: z._default(z.enum(['desktop', 'mobile']), 'desktop'),
  }),
  reply: z.object({
    payment_url: z.string(),
    /** How long it can still be paid, ms. */
    expiresIn: z.number(),
  }),
  errors: [
    'order.not_found',
    'order.other_method',
    'order.closed',
    'order.already_paid',
    'payment.not_configured',
    'payment.refused',
    'payment.unavailable',
  ],
})

/** An order as its buyer sees it. Times in ms since 1970 (UTC), amounts in minor units. */
export const orderViewSchema = z.object({
  id: idSchema,
  /** For people: `ord-20261121-8f3k2q`. */
  number: z.string(),
  status: z.enum(['open', 'paid', 'closed', 'refunded']),
  /** Whether the purchase is available. */
  fulfilled: z.boolean(),
  productType: z.enum(productTypes),
  productId: z.string(),
  description: bothLanguages(200),
  duration: z.enum(durations),
  /** When the purchased time ends; null if it has not begun or is not shown. */
  ends: z.nullable(z.number()),
  /** VIP that no game server is set up to receive: the membership is recorded, and nothing more is promised. */
  notOnServers: z.boolean(),
  /** SteamID64 of who gets it; null for a card. */
  recipient: z.nullable(steamIdSchema),
  method: z.enum(paymentMethods),
  currency: z.enum(currencies),
  listAmount: amountSchema,
  amount: amountSchema,
  refunded: amountSchema,
  coupon: z.nullable(z.string()),
  created: z.number(),
  paid: z.nullable(z.number()),
  /** The provider’s number of the payment, once it is paid. */
  reference: z.nullable(z.string()),
  /** The payment under way, while it can be paid. */
  payment: z.nullable(z.object({ payment_url: z.string(), expiresIn: z.number() })),
  /** The buyer's questions about it, with the answers. */
  questions: z.array(
    z.object({
      text: z.string(),
      asked: z.number(),
      answer: z.nullable(z.string()),
      answered: z.nullable(z.number()),
    }),
  ),
})

export type OrderView = z.infer<typeof orderViewSchema>

export const getOrder = defineCall({
  id: 'getOrder',
  method: 'GET',
  path: '/api/payment/orders/:id',
  who: 'user',
  tag: 'payments',
  summary: 'One of the caller’s orders, as the portal knows it; polled every 10 s during payment (H2, H4).',
  params: idParams,
  reply: orderViewSchema,
  errors: ['order.not_found'],
})

export const checkOrder = defineCall({
  id: 'checkOrder',
  method: 'POST',
  path: '/api/payment/orders/:id/check',
  who: 'user',
  tag: 'payments',
  limits: [{ name: 'order look account', by: 'account' }],
  summary:
    'The same after querying the provider, at most every 3 s: for a buyer who returns from its page (H5).',
  params: idParams,
  body: z.nullish(z.object({})),
  reply: orderViewSchema,
  errors: ['order.not_found'],
})

export const closeOrder = defineCall({
  id: 'closeOrder',
  method: 'POST',
  path: '/api/payment/orders/:id/close',
  who: 'user',
  tag: 'payments',
  limits: [{ name: 'order look account', by: 'account' }],
  summary:
    'Gives an order up: its payment is closed at the provider first. One that was paid meanwhile is answered as paid (H8); where the provider is silent it stays open and is closed later.',
  params: idParams,
  body: z.nullish(z.object({})),
  reply: orderViewSchema,
  errors: ['order.not_found'],
})

export const listOrders = defineCall({
  id: 'listOrders',
  method: 'GET',
  path: '/api/payment/orders',
  who: 'user',
  tag: 'payments',
  summary: 'One’s own orders, newest first; `before` is the id of the last one seen.',
  query: z.object({ before: z.optional(idSchema) }),
  reply: z.object({ orders: z.array(orderViewSchema), more: z.boolean() }),
})

export const askAboutOrder = defineCall({
  id: 'askAboutOrder',
  method: 'POST',
  path: '/api/payment/orders/:id/questions',
  who: 'user',
  tag: 'payments',
  limits: [{ name: 'order question account', by: 'account' }],
  summary:
    'Asks the operators about an order; their answer is shown with the order, and mailed if an address is known.',
  params: idParams,
  body: z.strictObject({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(orderQuestionMaxLength),
        z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, 'text without control characters'),
      ),
  }),
  reply: orderViewSchema,
  errors: ['order.not_found'],
})
