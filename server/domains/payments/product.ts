import * as z from 'zod/mini'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../platform/database/index.ts'

/** Who orders. */
export interface Buyer {
  userId: string
  /** SteamID64. */
  steamId: string
}

/** A request validated by its domain (H7): no price in it comes from the client. */
export interface Quote {
  /** The options as stored with the order. */
  options: Record<string, unknown>
  duration: Duration
  relocatable: boolean
  method: PaymentMethod
  /** SteamID64 of the recipient; null for an item without an owner yet. */
  recipient: string | null
  /** The description for orders, receipts and the provider’s page: never user input. */
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

/** A paid order cannot be fulfilled, now or later: it is refunded and the operator alerted (H5). */
export class FulfilmentFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FulfilmentFailed'
  }
}

/** A rented server by its number, or a gift card by how its code begins. */
export interface Bought {
  kind: 'rental' | 'card'
  name: string
}

/**
 * Something that is sold. Payments use products only through this interface; `server/portal.ts` provides
 * them. Each function is called at least once and may be called again: work already done is found and
 * skipped.
 */
export interface Product {
  type: ProductType
  /** Validates a request; throws a PortalError with the reason (`request.invalid`, `product.not_sold`, …). */
  quote: (buyer: Buyer, productId: string, options: unknown) => Promise<Quote>
  /** Delivers in the transaction that makes the order `fulfilled`. Any other error than FulfilmentFailed is tried again. */
  fulfil: (order: PaidOrder, tx: Queries) => Promise<void>
  /** Revokes the fulfilment, in the transaction that makes the order `refunded`. */
  revoke: (order: PaidOrder, tx: Queries) => Promise<void>
  /** For the operator: what an order bought, where that has a page of its own in the console. */
  bought?: (orderId: string, queries: Queries) => Promise<Bought | null>
  /** Returns when the purchased time ends, by order id; time that has not begun is left out. */
  ends?: (orderIds: readonly string[], queries: Queries) => Promise<ReadonlyMap<string, Date>>
  /** Whether the product reaches the game servers; left out where it needs none. */
  reachesServers?: (queries: Queries) => Promise<boolean>
}

/** The options of an order as the schema of its product has them; throws `request.invalid`. */
export function readOptions<S extends z.ZodMiniType>(schema: S, options: unknown): z.output<S> {
  const read = z.safeParse(schema, options)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PortalError(
    'request.invalid',
    `options: ${issue?.path.join('.') || 'not what this product takes'}`,
  )
}
