import { randomUUIDv7 } from 'node:crypto'
import type {
  createOrder as createOrderCall,
  quoteOrder as quoteOrderCall,
} from '@clutch/contract/api/payments/orders.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { unpaidOrderTimeoutMs } from '@clutch/contract/limits.ts'
import { hashWithKey, hashWithEveryKey } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { priceWithCoupon } from '../coupons/coupons.ts'
import { addMs } from '../worker/due-times.ts'
import { orderNumber } from './order-number.ts'
import { insertOrder, selectOrderByKey } from './orders.store.ts'
import type { Buyer } from '../product.ts'
import { findPurchaseId } from './duplicate-purchases.ts'
import { insertInitialState } from '../transitions/transitions.ts'
import type { PaymentsContext } from '../payments-context.ts'
import { type Offer, type QuoteRequest, makeOffer } from './offer.ts'

type NewOrder = Body<typeof createOrderCall>

/** Numbers are random: two of one day that are equal are so rare that a few more will do. */
const numberTries = 5

/** What something would cost now, with a coupon. Throws as `createOrder` does. */
export async function quoteOrder(
  payments: PaymentsContext,
  buyer: Buyer,
  wanted: QuoteRequest,
): Promise<Reply<typeof quoteOrderCall>> {
  const offer = await makeOffer(payments, buyer, wanted)
  const { currency, listAmount, description } = offer
  const amount = await amountOf(payments, payments.context.database, {
    offer,
    buyer,
    coupon: wanted.coupon,
    lock: false,
  })
  return { currency, listAmount, amount, description }
}

/**
 * Orders something (H2): its price is frozen here. The same key again, with the same contents, is the same order. Throws
 * `order.key_reused`, `price.changed`, what `purchaseOf` and `offerOf` throw, and what a coupon may.
 */
export async function createOrder(
  payments: PaymentsContext,
  buyer: Buyer,
  wanted: NewOrder,
): Promise<string> {
  const before = await orderOfKey(payments, buyer, wanted)
  if (before) return before
  try {
    return await makeOrder(payments, buyer, wanted)
  } catch (error) {
    // The same order at once by another request may have used the coupon up.
    const other = error instanceof PortalError ? await orderOfKey(payments, buyer, wanted) : null
    if (other) return other
    throw error
  }
}

async function makeOrder(payments: PaymentsContext, buyer: Buyer, wanted: NewOrder): Promise<string> {
  const offer = await makeOffer(payments, buyer, wanted)
  for (let turn = 0; turn < numberTries; turn += 1) {
    const id = await payments.context.database
      .transaction()
      .execute((tx) => writeOrder(payments, tx, buyer, wanted, offer))
    await payments.at('committed')
    if (id) return id
    const other = await orderOfKey(payments, buyer, wanted)
    if (other) return other
  }
  throw new Error('every number of an order was taken')
}

/** Null where the number or the key is taken. */
async function writeOrder(
  payments: PaymentsContext,
  tx: Queries,
  buyer: Buyer,
  wanted: NewOrder,
  offer: Offer,
): Promise<string | null> {
  const now = payments.context.clock.now()
  const { coupon, key, replaces } = wanted
  const purchase = replaces === undefined ? null : await findPurchaseId(tx, buyer.userId, replaces)
  const amount = await amountOf(payments, tx, { offer, buyer, coupon, lock: true })
  if (wanted.amount !== undefined && wanted.amount !== amount)
    throw new PortalError('price.changed', 'This costs something else by now')
  const id = randomUUIDv7()
  const added = await insertOrder(tx, {
    id,
    number: orderNumber(now),
    user_id: buyer.userId,
    buyer: buyer.steamId,
    steam_id: offer.recipient,
    product: offer.product,
    product_id: offer.productId,
    options: JSON.stringify(offer.options),
    duration: offer.duration,
    description_zh: offer.description.zh,
    description_en: offer.description.en,
    method: offer.method,
    currency: offer.currency,
    list_amount: offer.listAmount,
    amount,
    coupon: coupon ?? null,
    purchase,
    key: key ?? null,
    key_hash: key === undefined ? null : hashWithKey(payments.context, contents, contentsOf(wanted)),
    state: 'open',
    created_at: now,
    check_at: addMs(now, unpaidOrderTimeoutMs),
  })
  if (!added) return null
  await insertInitialState(payments, tx, { orderId: id, thing: 'order', state: 'open', reason: 'ordered' })
  await payments.at('order-written')
  return id
}

interface Reduced {
  offer: Offer
  buyer: Buyer
  coupon: string | undefined
  lock: boolean
}

/** Returns the amount to pay, in minor units. */
async function amountOf(
  { context }: PaymentsContext,
  queries: Queries,
  { offer, buyer, coupon: code, lock }: Reduced,
): Promise<number> {
  const { product, listAmount: price, currency } = offer
  if (code === undefined) return price
  const { userId } = buyer
  return priceWithCoupon(queries, { code, product, userId, price, currency, now: context.clock.now(), lock })
}

/** Returns the order that used a key before; throws `order.key_reused` where its contents differ. */
async function orderOfKey(
  { context }: PaymentsContext,
  { userId }: Buyer,
  wanted: NewOrder,
): Promise<string | null> {
  if (wanted.key === undefined) return null
  const order = await selectOrderByKey(context.database, userId, wanted.key)
  if (!order) return null
  const hashes = hashWithEveryKey(context, contents, contentsOf(wanted))
  if (hashes.some((hash) => order.key_hash?.equals(hash))) return order.id
  throw new PortalError('order.key_reused', 'This key was used for another order')
}

/** Stored as a keyed hash: options may hold a password short enough to be guessed from a plain one. */
const contents = 'order contents'

function contentsOf({ currency, productType, productId, options, ...more }: NewOrder): string {
  const { coupon = null, amount = null, replaces = null } = more
  return JSON.stringify([currency, productType, productId, options, coupon, amount, replaces])
}
