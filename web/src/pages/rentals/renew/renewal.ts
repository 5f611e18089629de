import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { durationMs, type Duration } from '@clutch/contract/rules/payments/durations.ts'
import { getRenewedExpiry } from '@clutch/contract/rules/rentals/rental-lifecycle.ts'
import type { PurchaseItem } from '../../../app/payment/purchase/purchase-item.ts'
import type { RegionMode } from '../new-server/new-server-draft.ts'

/** G13: whether a renewal paid at a time (ms since 1970) makes the server anew: an expired one is stopped, and what is stopped is gone. */
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
  /** When the server ended before, and when it does by what the portal told last, ms since 1970. */
  before: number
  now: number
}

/** Until when a renewed server runs, ms since 1970: as the portal tells it, or as it will once it has. */
export function getRenewedEnd({ order, late, before, now }: RenewedOrder): number {
  if (late) return now
  return Math.max(now, computeNewEnd(before, order.duration, order.paid ?? order.created))
}

/** H7: what is ordered: whether the region can be switched is the server's own. */
export function toPurchaseItem(
  { instance_id: id, relocatable }: Pick<RentalView, 'instance_id' | 'relocatable'>,
  duration: Duration,
): PurchaseItem {
  const flexible = relocatable === 1
  return {
    productType: 'server_rental',
    productId: 'renew_server',
    options: { instance_id: id, isRelocatable: flexible },
    duration,
    relocatable: flexible,
  }
}
