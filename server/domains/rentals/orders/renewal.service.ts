import { PortalError } from '@clutch/contract/errors.ts'
import { durationMs } from '@clutch/contract/rules/payments/durations.ts'
import { getRenewedExpiry } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Buyer, FulfilmentFailed, type PaidOrder, type Quote } from '../../payments/index.ts'
import { findOwnedRental } from '../rental-access.service.ts'
import { getReactivation, setExpiry } from '../rental-expiry.service.ts'
import { insertRentalOrder, selectRentalOrder } from './rental-orders.store.ts'
import { insertHistoryLine, lockRentalByNumber } from '../rentals.store.ts'
import { parseRenewalOptions } from './order-options.schema.ts'
import { describeOrder } from './order-description.ts'
import { hasCapacity, toPlace } from '../regions/region-capacity.service.ts'

/**
 * G13, H7: what a renewal would be: whether the region may be switched is the rental's own. Throws `rental.not_found`,
 * `rental.owner_only`, `rental.not_ready` for one that could not be made, `region.unavailable` where it was stopped and could not
 * come back, and `request.invalid`.
 */
export async function quoteRentalRenewal(context: AppContext, buyer: Buyer, input: unknown): Promise<Quote> {
  const options = parseRenewalOptions(input)
  const rental = await findOwnedRental(context, options.instance_id, buyer.steamId)
  if (rental.failed_at !== null) throw new PortalError('rental.not_ready', 'This server could not be made')
  if (options.isRelocatable !== rental.relocatable)
    throw new PortalError('request.invalid', 'options.isRelocatable: not what this server is')
  if (rental.state === 'terminated' && !(await hasCapacity(context, context.database, toPlace(rental))))
    throw new PortalError('region.unavailable', 'This server cannot come back in its region now')
  const { duration, paymentMethod: method } = options
  return {
    options,
    duration,
    relocatable: rental.relocatable,
    method,
    recipient: buyer.steamId,
    description: describeOrder('renew', duration, rental.relocatable),
  }
}

/**
 * G13: makes a rental longer by a paid term, once, from the later of now and its end; one that was stopped comes back with its
 * settings. Throws FulfilmentFailed where there is nothing to renew any more, or no room to come back to.
 */
export async function fulfilRentalRenewal(context: AppContext, order: PaidOrder, tx: Queries): Promise<void> {
  const { instance_id: number } = parseRenewalOptions(order.options)
  const rental = await lockRentalByNumber(tx, number)
  if (await selectRentalOrder(tx, order.id)) return
  if (!rental || rental.revoked_at !== null || rental.failed_at !== null)
    throw new FulfilmentFailed(`${number} was taken back or could not be made`)
  const back = await getReactivation(tx, context, rental)
  if (back === null) throw new FulfilmentFailed(`${number} cannot come back in ${rental.region} now`)
  const now = context.clock.now()
  const term = durationMs(order.duration)
  const expires = new Date(getRenewedExpiry(now.getTime(), rental.expires_at.getTime(), term))
  await insertRentalOrder(tx, {
    order_id: order.id,
    rental_id: rental.id,
    kind: 'renew',
    starts_at: new Date(expires.getTime() - term),
    ends_at: expires,
    at: now,
  })
  await insertHistoryLine(tx, {
    rentalId: rental.id,
    at: now,
    generation: null,
    what: 'renewed',
    detail: { order: order.id, until: expires },
  })
  await setExpiry(tx, context, rental, expires, { ...back, duration: order.duration })
}
