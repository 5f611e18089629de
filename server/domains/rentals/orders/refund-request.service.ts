import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { refundOrders } from '../../payments/index.ts'
import { findOwnedRental } from '../rental-access.service.ts'
import type { RentalRequest } from '../own-rentals/rental-actions.service.ts'
import { isRefundable } from '../rental-status.ts'
import { selectUnrevokedOrders } from './rental-orders.store.ts'
import { updateRentalAndNotify, lockRental, insertHistoryLine } from '../rentals.store.ts'

const refundReason = '服务器未能创建 The server could not be made'

/**
 * G25: refunds a server that could not be created, once; its purchase is revoked when the money is returned.
 * Throws `rental.not_found`, `rental.owner_only`, and `rental.no_refund` if there is nothing to refund.
 */
export async function requestRefund(context: AppContext, { number, steamId }: RentalRequest): Promise<void> {
  const found = await findOwnedRental(context, number, steamId)
  const orders = await selectUnrevokedOrders(context.database, found.id)
  const orderIds = orders.map(({ order_id: id }) => id)
  await context.database.transaction().execute(async (tx) => {
    // Orders are locked before their rental, as by fulfilment and revocation.
    const paidBack = await refundOrders(context, tx, { orderIds, reason: refundReason, by: steamId })
    const rental = await lockRental(tx, found.id)
    if (!rental || !isRefundable(rental) || paidBack === 0)
      throw new PortalError('rental.no_refund', 'Nothing of this server can be refunded')
    const now = context.clock.now()
    await updateRentalAndNotify(tx, rental.id, { refund_asked_at: now }, now)
    await insertHistoryLine(tx, { rentalId: rental.id, at: now, generation: null, what: 'refund-asked' })
  })
}
