import { revokeTerm } from '@clutch/contract/rules/vip/vip-term.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { revokeRentalReports } from '../../events/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type PaidOrder, settleAlert } from '../../payments/index.ts'
import { setExpiry } from '../rental-expiry.service.ts'
import * as orders from './rental-orders.store.ts'
import { type RentalRow, lockRental, insertHistoryLine } from '../rentals.store.ts'

/**
 * Revokes, once, what a refunded order gave: its rental ends earlier by the rest of that term, and terms of
 * other orders move up and lose nothing. A rental without any paid order ends at once, permanently, with its
 * VIP (F7).
 */
export async function revokeOrder(context: AppContext, order: PaidOrder, tx: Queries): Promise<void> {
  const found = await orders.selectRentalOrder(tx, order.id)
  const rental = found && (await lockRental(tx, found.rental_id))
  // The previous holder of the lock may have moved or revoked it.
  const own = await orders.selectRentalOrder(tx, order.id)
  if (!rental || !own || own.revoked_at !== null) return
  const now = context.clock.now()
  await orders.markOrderRevoked(tx, order.id, now)
  const others = await orders.selectUnrevokedOrders(tx, rental.id)
  const outcome = others.length === 0 ? 'revoked' : 'shortened'
  await insertHistoryLine(tx, {
    rentalId: rental.id,
    at: now,
    generation: null,
    what: outcome,
    detail: { order: order.id },
  })
  if (others.length === 0) return revokeRental(context, tx, rental)
  const spans = others.map(toOrderPeriod)
  const left = revokeTerm(now.getTime(), rental.expires_at.getTime(), toOrderPeriod(own), spans)
  for (const [index, { order_id: id }] of others.entries()) {
    const span = left.others[index]
    if (span)
      await orders.updateOrderPeriod(tx, id, { starts: new Date(span.starts), ends: new Date(span.ends) })
  }
  await setExpiry(tx, context, rental, new Date(left.expires))
}

async function revokeRental(context: AppContext, tx: Queries, rental: RentalRow): Promise<void> {
  const now = context.clock.now()
  const expires = rental.expires_at < now ? rental.expires_at : now
  await setExpiry(tx, context, rental, expires, { revoked_at: now })
  // G25: the money is back: there is nothing left for the operator to do.
  await settleAlert(context, tx, { kind: 'rental-failed', subject: rental.number })
  await revokeRentalReports(tx, rental.id, now)
}

function toOrderPeriod({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) {
  return { starts: starts_at.getTime(), ends: ends_at.getTime() }
}
