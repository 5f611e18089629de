import type { RenewalOptions } from '@clutch/contract/api/payments/order-options.ts'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { durationMs, type Duration } from '@clutch/contract/rules/payments/durations.ts'
import { getRenewedExpiry } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { PurchaseItem, WithoutTerms } from '../../../app/payment/purchase/purchase-item.ts'
import type { RegionMode } from '../new-server/new-server-draft.ts'

/**
 * G13: Whether a renewal paid at a time (ms since 1970) creates the server again: an expired server is
 * stopped, and a stopped one is gone.
 */
export function needsRebuild(server: RentalView, at: number): boolean {
  const { status, isExpired } = server
  return isExpired || status === 'TERMINATED' || status === 'TERMINATING' || serverEnd(server) <= at
}

/** How a server was rented (G10). */
export function regionModeOf({ relocatable }: Pick<RentalView, 'relocatable'>): RegionMode {
  return relocatable === 1 ? 'flexible' : 'fixed'
}

/** The end of a server, ms since 1970; 0 for none. */
export function serverEnd({ timestamp }: Pick<RentalView, 'timestamp'>): number {
  return timestamp === null ? 0 : timestamp * 1_000
}

/** G13: until when a server runs once it is renewed for a term, ms since 1970. */
export function computeNewEnd(ends: number, duration: Duration, now: number): number {
  return getRenewedExpiry(now, ends, durationMs(duration))
}

interface RenewedOrder {
  order: Pick<OrderView, 'created' | 'paid' | 'duration'>
  /** The order was paid before this page looked at it. */
  late: boolean
  /** The end of the server before the renewal, and the last one the portal sent, ms since 1970. */
  before: number
  now: number
}

/**
 * Returns the end of a renewed server, ms since 1970: from the portal, or computed until the portal has it.
 */
export function getRenewedEnd({ order, late, before, now }: RenewedOrder): number {
  if (late) return now
  return Math.max(now, computeNewEnd(before, order.duration, order.paid ?? order.created))
}

/** H7: Returns the item to order: the server itself determines whether the region can be switched. */
export function toPurchaseItem(
  { instance_id: id, relocatable }: Pick<RentalView, 'instance_id' | 'relocatable'>,
  duration: Duration,
): PurchaseItem {
  const flexible = relocatable === 1
  return {
    productType: 'server_rental',
    productId: 'renew_server',
    options: { instance_id: id, isRelocatable: flexible } satisfies WithoutTerms<RenewalOptions>,
    duration,
    relocatable: flexible,
  }
}
