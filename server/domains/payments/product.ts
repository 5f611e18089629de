import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../platform/database/index.ts'

/** Who orders. */
export interface Buyer {
  userId: string
  /** SteamID64. */
  steamId: string
}

/** What somebody wants, once its domain has looked at it (H7): nothing in it is the client's word for a price. */
export interface Quote {
  /** The options as they are kept with the order. */
  options: Record<string, unknown>
  duration: Duration
  relocatable: boolean
  method: PaymentMethod
  /** SteamID64 of who gets it; null for what has no owner yet. */
  recipient: string | null
  /** What it is, for orders, receipts and the provider’s page: never a text that somebody typed. */
  description: { zh: string; en: string }
}

/** A paid order, as a product needs it. */
export interface PaidOrder {
  id: string
  userId: string
  /** SteamID64 of the buyer. */
  buyer: string
  recipient: string | null
  productId: string
  options: Record<string, unknown>
  duration: Duration
}

/** What was paid for cannot be delivered, now or later: the order is paid back and the operator told (H5). */
export class FulfilmentFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotFulfil'
  }
}

/** A rented server by its number, or a gift card by how its code begins. */
export interface Bought {
  kind: 'rental' | 'card'
  name: string
}

/**
 * Something that is sold. Payments know products by this only; `server/portal.ts` hands them over. Each function is called at
 * least once and may be called again: what is done already is found and left.
 */
export interface Product {
  type: ProductType
  /** Looks at what is asked for; throws a PortalError that says what is wrong (`request.invalid`, `product.not_sold`, …). */
  quote: (buyer: Buyer, productId: string, options: unknown) => Promise<Quote>
  /** Delivers in the transaction that makes the order `fulfilled`. Any other error than CannotFulfil is tried again. */
  fulfil: (order: PaidOrder, tx: Queries) => Promise<void>
  /** Takes back what was delivered, in the transaction that makes the order `refunded`. */
  revoke: (order: PaidOrder, tx: Queries) => Promise<void>
  /** For the operator: what an order bought, where that has a page of its own in the console. */
  bought?: (orderId: string, queries: Queries) => Promise<Bought | null>
  /** Until when the time runs that orders bought, by the order’s id; what has not begun is left out. */
  ends?: (orderIds: readonly string[], queries: Queries) => Promise<ReadonlyMap<string, Date>>
  /** Whether what is delivered reaches the game servers; left out where it needs none. */
  reachesServers?: (queries: Queries) => Promise<boolean>
}
