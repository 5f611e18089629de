import * as z from 'zod/mini'
import { couponPattern, normalizeCouponCode } from '../../rules/payments/coupons.ts'
import { durations } from '../../rules/payments/durations.ts'
import { maxAmount, currencies } from '../../rules/payments/money.ts'
import { defineCall } from '../call.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import { productTypes } from './orders.ts'
import { booleanText } from '../shared/fields.ts'

/** Minor units: fen, cents. */
export const amountSchema = z.int().check(z.minimum(1), z.maximum(maxAmount))

/** A price: minor units. */
export const operatorPriceSchema = z.object({
  product: z.enum(productTypes),
  duration: z.enum(durations),
  relocatable: z.boolean(),
  currency: z.enum(currencies),
  amount: amountSchema,
  revision: z.int(),
})

export const operatorListPrices = defineCall({
  id: 'operatorListPrices',
  method: 'GET',
  path: '/api/operator/prices',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  summary: 'Every price, by product, term, type and currency (H1).',
  reply: z.array(operatorPriceSchema),
})

const pricePath = '/api/operator/prices/:product/:duration/:currency'
const priceParams = z.object({
  product: z.enum(productTypes),
  duration: z.enum(durations),
  currency: z.enum(currencies),
})

export const operatorSetPrice = defineCall({
  id: 'operatorSetPrice',
  method: 'PUT',
  path: pricePath,
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'setPrice',
  summary:
    'Sets a price, in minor units (fen, cents); existing orders keep theirs (H1). `revision` is that of the price the caller saw, 0 for none.',
  params: priceParams,
  body: z.strictObject({
    amount: amountSchema,
    relocatable: z._default(z.boolean(), false),
    revision: expectedRevision,
  }),
  reply: operatorPriceSchema,
  errors: ['price.invalid', 'edit.conflict'],
})

export const operatorRemovePrice = defineCall({
  id: 'operatorRemovePrice',
  method: 'DELETE',
  path: pricePath,
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'removePrice',
  summary: 'Takes a price away: it is not sold any more.',
  params: priceParams,
  query: z.object({ relocatable: z._default(booleanText, false), revision: expectedRevisionInQuery }),
  errors: ['price.invalid', 'edit.conflict'],
})

const couponCode = z.pipe(
  z.string().check(z.maxLength(64)),
  z.pipe(z.transform(normalizeCouponCode), z.string().check(z.regex(couponPattern, 'a coupon code'))),
)
const timestampSchema = z.int().check(z.minimum(0), z.maximum(253_402_300_799_000))

/** A coupon: either percent or an amount of one currency. Times in ms since 1970 (UTC). */
export const couponSchema = z.object({
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  currency: z.nullable(z.enum(currencies)),
  /** The products it applies to; empty for all. */
  products: z.array(z.enum(productTypes)),
  /** How often it may be used in all, and by one person; null is without end. */
  uses: z.nullable(z.int()),
  usesEach: z.nullable(z.int()),
  used: z.int(),
  starts: z.nullable(z.number()),
  ends: z.nullable(z.number()),
  revision: z.int(),
})

export const operatorListCoupons = defineCall({
  id: 'operatorListCoupons',
  method: 'GET',
  path: '/api/operator/coupons',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  summary: 'Every coupon and how often it was used.',
  reply: z.array(couponSchema),
})

const useLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))

export const operatorSetCoupon = defineCall({
  id: 'operatorSetCoupon',
  method: 'PUT',
  path: '/api/operator/coupons/:code',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'setCoupon',
  summary:
    'Makes or changes a coupon: percent (1 to 99) or a fixed amount (minor units) of a currency. `revision` is that of the coupon one saw, 0 for none.',
  params: z.object({ code: couponCode }),
  body: z
    .strictObject({
      percent: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
      amount: z.optional(amountSchema),
      currency: z.optional(z.enum(currencies)),
      products: z._default(z.array(z.enum(productTypes)), []),
      uses: z._default(useLimit, null),
      usesEach: z._default(useLimit, null),
      starts: z._default(z.nullable(timestampSchema), null),
      ends: z._default(z.nullable(timestampSchema), null),
      revision: expectedRevision,
    })
    .check(
      z.refine(
        ({ percent, amount: off, currency }) =>
          (percent === undefined) === (off !== undefined) && (off === undefined) === (currency === undefined),
        'either percent, or amount and currency',
      ),
    ),
  reply: couponSchema,
  errors: ['edit.conflict'],
})

export const operatorRemoveCoupon = defineCall({
  id: 'operatorRemoveCoupon',
  method: 'DELETE',
  path: '/api/operator/coupons/:code',
  who: 'operator',
  area: 'prices',
  tag: 'operator',
  audit: 'removeCoupon',
  summary: 'Removes a coupon; orders that used it keep their price.',
  params: z.object({ code: couponCode }),
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['coupon.unknown', 'edit.conflict'],
})
