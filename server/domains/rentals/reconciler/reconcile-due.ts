import type { AppContext } from '../../../platform/context.ts'
import { runInScope } from '../../../platform/observability/scope.ts'
import { requestAttributes, withSpan } from '../../../platform/observability/tracing/spans.ts'
import type { Fleet } from '../fleet.ts'
import type { Claim } from './facts/rental-facts.store.ts'
import { type ReconcilerReach, releaseClaim, claimRentals } from './claims.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { ClaimLost, reconcileOnce } from './reconcile-once.ts'

/** A failed pass is repeated after this. */
const retryMs = 5_000
/** More passes than any rental needs: reaching it means an endless loop. */
const maxPasses = 20_000

export function getReach({ driver }: Pick<Fleet, 'driver'>): ReconcilerReach {
  return {
    hosts: driver.hosts.map(({ name }) => name),
    regions: [...new Set(driver.hosts.flatMap(({ regions }) => regions))],
  }
}

/** Runs one pass for a claimed rental. A failed pass is repeated soon and does not delay other rentals. */
export async function reconcileSafely(fleet: Fleet, claim: Claim): Promise<void> {
  const { requestId } = claim
  const options = { kind: 'consumer', attributes: requestAttributes(requestId) } as const
  await runInScope({ requestId, span: undefined }, async () => {
    try {
      await withSpan('reconcile rental', options, () => reconcileOnce(fleet, claim))
    } catch (error) {
      if (error instanceof ClaimLost) return
      fleet.context.log.error({ err: error, rental: claim.id }, 'reconciling a rental failed; retrying')
      await releaseForRetry(fleet.context, claim)
    }
  })
}

async function releaseForRetry({ database, clock, log }: AppContext, claim: Claim): Promise<void> {
  try {
    await releaseClaim(database, claim, addMs(clock.now(), retryMs))
  } catch (error) {
    log.warn({ err: error }, 'cannot release a claim; it expires by itself')
  }
}

/**
 * Runs all due passes one by one, including those that become due meanwhile, without waiting. Returns their number. Rethrows an
 * error of a step's hook, which stands in for the death of the process.
 */
export async function reconcileDue(fleet: Fleet): Promise<number> {
  const { database, clock } = fleet.context
  for (let passes = 0; passes < maxPasses; passes += 1) {
    const [claim] = await claimRentals(database, getReach(fleet), clock.now(), 1)
    if (!claim) return passes
    try {
      await reconcileOnce(fleet, claim)
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error
    }
  }
  throw new Error('the reconciler did not become idle')
}
