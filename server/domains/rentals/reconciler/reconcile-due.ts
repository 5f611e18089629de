import type { AppContext } from '../../../platform/context.ts'
import type { Fleet } from '../fleet.ts'
import type { Claim } from './rental-facts.store.ts'
import { type ReconcilerReach, releaseClaim, claimRentals } from './claims.store.ts'
import { addMs } from './timing.ts'
import { ClaimLost, reconcileOnce } from './reconcile-once.ts'

/** A turn that failed is taken again after this. */
const retryMs = 5_000
/** More passes than any rental needs: reaching it means an endless loop. */
const maxPasses = 20_000

export function getReach({ driver }: Pick<Fleet, 'driver'>): ReconcilerReach {
  return {
    hosts: driver.hosts.map(({ name }) => name),
    regions: [...new Set(driver.hosts.flatMap(({ regions }) => regions))],
  }
}

/** One turn at a rental that was taken. What fails is tried again soon, and keeps no other rental waiting. */
export async function reconcileSafely(fleet: Fleet, taken: Claim): Promise<void> {
  try {
    await reconcileOnce(fleet, taken)
  } catch (error) {
    if (error instanceof ClaimLost) return
    fleet.context.log.error({ err: error, rental: taken.id }, 'a turn at a rental failed and is taken again')
    await releaseForRetry(fleet.context, taken)
  }
}

async function releaseForRetry({ database, clock, log }: AppContext, taken: Claim): Promise<void> {
  try {
    await releaseClaim(database, taken, addMs(clock.now(), retryMs))
  } catch (error) {
    log.warn({ err: error }, 'a rental could not be given back: it is taken again when its time is over')
  }
}

/**
 * Does everything that is due now, also what becomes due by that, one after the other: the reconciler's work without its
 * waiting. Answers how many turns it took. An error of a step's hook comes through, as the death of the process would.
 */
export async function reconcileDue(fleet: Fleet): Promise<number> {
  const { database, clock } = fleet.context
  for (let turns = 0; turns < maxPasses; turns += 1) {
    const [taken] = await claimRentals(database, getReach(fleet), clock.now(), 1)
    if (!taken) return turns
    try {
      await reconcileOnce(fleet, taken)
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error
    }
  }
  throw new Error('the reconciler goes round in a circle')
}
