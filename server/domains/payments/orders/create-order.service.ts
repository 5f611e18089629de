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
import { priceWithCoupon } from '../coupons/coupons.service.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { orderNumber } from './order-number.ts'
import { insertOrder, selectOrderByKey } from './orders.store.ts'
import type { Buyer } from '../product.ts'
import { findOwnPurchaseId, findPurchaseId } from './duplicate-purchases.service.ts'
import { insertInitialState } from '../transitions/transitions.service.ts'
import type { PaymentsContext } from '../payments-context.ts'
import { type Offer, type QuoteRequest, makeOffer } from './offer.ts'

type NewOrder = Body<typeof createOrderCall>

/** Numbers are random; a collision within a day is rare enough for a few attempts. */
const numberTries = 5

/**
 * Returns the current price, with a coupon if given. Throws as `createOrder` does; an order to replace that is
 * not the buyer's, or is paid, changes nothing here.
 */
export async function quoteOrder(
  payments: PaymentsContext,
  buyer: Buyer,
  request: QuoteRequest,
): Promise<Reply<typeof quoteOrderCall>> {
  const offer = await makeOffer(payments, buyer, request)
  const { currency, listAmount, description } = offer
  const { coupon, replaces } = request
  const { database } = payments.context
  const purchase = replaces === undefined ? null : await findOwnPurchaseId(database, buyer.userId, replaces)
  const amount = await calculateAmount(payments, database, { offer, buyer, coupon, purchase, lock: false })
  return { currency, listAmount, amount, description }
}

/**
 * Creates an order (H2) and fixes its price. The same key with the same contents returns the same order. Throws
 * `order.key_reused`, `price.changed`, what `purchaseOf` and `offerOf` throw, and what a coupon may.
 */
export async function createOrder(
  payments: PaymentsContext,
  buyer: Buyer,
  request: NewOrder,
): Promise<string> {
  const existing = await findOrderByKey(payments, buyer, request)
  if (existing) return existing
  try {
    return await createNewOrder(payments, buyer, request)
  } catch (error) {
    // A concurrent request for the same order may have used up the coupon.
    const other = error instanceof PortalError ? await findOrderByKey(payments, buyer, request) : null
    if (other) return other
    throw error
  }
}

async function createNewOrder(payments: PaymentsContext, buyer: Buyer, request: NewOrder): Promise<string> {
  const offer = await makeOffer(payments, buyer, request)
  for (let attempt = 0; attempt < numberTries; attempt += 1) {
    const id = await payments.context.database
      .transaction()
      .execute((tx) => insertNewOrder(payments, tx, buyer, request, offer))
    await payments.at('committed')
    if (id) return id
    const other = await findOrderByKey(payments, buyer, request)
    if (other) return other
  }
  throw new Error('no free order number found')
}

/** Null if the number or the key is in use. */
async function insertNewOrder(
  payments: PaymentsContext,
  tx: Queries,
  buyer: Buyer,
  request: NewOrder,
  offer: Offer,
): Promise<string | null> {
  const now = payments.context.clock.now()
  const { coupon, key, replaces } = request
  const purchase = replaces === undefined ? null : await findPurchaseId(tx, buyer.userId, replaces)
  const amount = await calculateAmount(payments, tx, { offer, buyer, coupon, purchase, lock: true })
  if (request.amount !== undefined && request.amount !== amount)
    throw new PortalError('price.changed', 'The price has changed')
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
    key_hash: key === undefined ? null : hashWithKey(payments.context, contents, serializeContents(request)),
    state: 'open',
    created_at: now,
    check_at: addMs(now, unpaidOrderTimeoutMs),
  })
  if (!added) return null
  await insertInitialState(payments, tx, { orderId: id, thing: 'order', state: 'open', reason: 'ordered' })
  await payments.at('order-written')
  return id
}

interface PriceRequest {
  offer: Offer
  buyer: Buyer
  coupon: string | undefined
  /** Null: the first order of a purchase. */
  purchase: string | null
  lock: boolean
}

/** Returns the amount to pay, in minor units. */
async function calculateAmount(
  { context }: PaymentsContext,
  queries: Queries,
  { offer, buyer, coupon: code, purchase, lock }: PriceRequest,
): Promise<number> {
  const { product, listAmount: price, currency } = offer
  if (code === undefined) return price
  const { userId } = buyer
  const now = context.clock.now()
  return priceWithCoupon(queries, { code, product, userId, price, currency, now, purchase, lock })
}

/** Returns the order that used a key before; throws `order.key_reused` if its contents differ. */
async function findOrderByKey(
  { context }: PaymentsContext,
  { userId }: Buyer,
  request: NewOrder,
): Promise<string | null> {
  if (request.key === undefined) return null
  const order = await selectOrderByKey(context.database, userId, request.key)
  if (!order) return null
  const hashes = hashWithEveryKey(context, contents, serializeContents(request))
  if (hashes.some((hash) => order.key_hash?.equals(hash))) return order.id
  throw new PortalError('order.key_reused', 'This key was used for another order')
}

/** Stored as a keyed hash: options may hold a password short enough to be guessed from a plain one. */
const contents = 'order contents'

function serializeContents({ currency, productType, productId, options, ...more }: NewOrder): string {
  const { coupon = null, amount = null, replaces = null } = more
  return JSON.stringify([currency, productType, productId, options, coupon, amount, replaces])
}
