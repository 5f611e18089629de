import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorExtendRental } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { getRenewedExpiry } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import { isRepeatedRequest } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { requestRestart } from '../own-rentals/rental-actions.service.ts'
import { assertOperatorActionAllowed } from '../own-rentals/action-guard.ts'
import { getReactivation, setExpiry } from '../rental-expiry.service.ts'
import { insertHistoryLine } from '../rentals.store.ts'
import { lockUnrevokedRental } from './operator-rentals.service.ts'
import { startRegionSwitch } from '../region-switches/region-switch.service.ts'

const hourMs = 3_600_000

/**
 * Extends a rental by hours, from the later of now and its end; a stopped one comes back. The same key
 * extends once. Throws `rental.not_found`, also for a failed one, `region.unavailable`, and
 * `request.repeated` for a key used for another request.
 */
export async function extendRental(
  context: AppContext,
  number: string,
  { hours, key }: Body<typeof operatorExtendRental>,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockUnrevokedRental(tx, number)
    if (rental.failed_at !== null)
      throw new PortalError('rental.not_found', 'This server could not be made: there is nothing to extend')
    const now = context.clock.now()
    const contents = `extend ${number} ${hours}`
    if (await isRepeatedRequest(tx, { key, contents, now })) return
    const back = await getReactivation(tx, context, rental)
    if (back === null)
      throw new PortalError('region.unavailable', 'This server cannot come back in its region now')
    const until = new Date(getRenewedExpiry(now.getTime(), rental.expires_at.getTime(), hours * hourMs))
    await insertHistoryLine(tx, {
      rentalId: rental.id,
      at: now,
      generation: null,
      what: 'extended',
      detail: { hours, until },
    })
    await setExpiry(tx, context, rental, until, back)
  })
}

/** Restarts a rental's server; throws `rental.not_found` and what bars a restart, maintenance aside. */
export async function restartRental(context: AppContext, number: string): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockUnrevokedRental(tx, number)
    assertOperatorActionAllowed(context, rental, 'restart')
    await requestRestart(context, tx, rental)
  })
}

/**
 * Moves a rental's server to a region, the same one too; throws `rental.not_found`, what bars a switch, maintenance aside, and
 * `region.unavailable`.
 */
export async function switchRentalRegion(context: AppContext, number: string, region: string): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockUnrevokedRental(tx, number)
    assertOperatorActionAllowed(context, rental, 'switch')
    await startRegionSwitch(context, tx, rental, { region, byOwner: false })
  })
}

/** Ends a rental now, once; its VIP ends with it. Throws `rental.not_found`. */
export async function endRental(context: AppContext, number: string): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const rental = await lockUnrevokedRental(tx, number)
    const now = context.clock.now()
    if (rental.expires_at <= now) return
    await insertHistoryLine(tx, { rentalId: rental.id, at: now, generation: null, what: 'ended' })
    await setExpiry(tx, context, rental, now, { ended_at: now })
  })
}
