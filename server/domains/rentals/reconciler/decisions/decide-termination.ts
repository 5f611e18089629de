import { expiredRentalRetentionMs } from '@clutch/contract/limits.ts'
import { type RentalFacts, type Action, isPresent } from '../facts/rental-facts.ts'
import { decideStop } from './decide-stop.ts'
import { firstAllowedAction } from './retry-gate.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'

const hourMs = 3_600_000

/** Returns the next action for a rental that is over, refunded or failed: everything of it is removed. */
export function decideTermination(facts: RentalFacts): Action {
  const { switching, instances } = facts
  if (switching) return { kind: 'fail-switch', switchId: switching.id, reason: 'the rental is over' }
  const existing = instances.filter(isPresent)
  if (existing.length > 0) {
    const reachedFirst = existing.toSorted(
      (one, other) => Number(isUnreached(one)) - Number(isUnreached(other)),
    )
    return firstAllowedAction(
      facts,
      reachedFirst.map((one) => toStopAction(facts, one)),
    )
  }
  return decideCleanup(facts)
}

function isUnreached({ unreached_at }: InstanceRow): boolean {
  return unreached_at !== null
}

/** G21: data is retained for the grace period; a refunded rental, or one that never ran, leaves nothing. */
function toStopAction(facts: RentalFacts, one: InstanceRow): Action {
  const { rental } = facts
  const { state, kept: isRetained, ready_at } = one
  const isKept = rental.revoked_at === null && rental.failed_at === null && ready_at !== null
  return decideStop(facts, one, state === 'stopping' ? isRetained : isKept)
}

function decideCleanup(facts: RentalFacts): Action {
  const { rental, instances, isMaintained, now } = facts
  const over = rental.revoked_at ?? addMs(rental.expires_at, expiredRentalRetentionMs)
  const retained = instances.filter((one) => one.kept)
  if (rental.cleared_at !== null && retained.length === 0) return { kind: 'wait', until: null }
  if (over > now) return { kind: 'wait', until: over }
  if (isMaintained && rental.revoked_at === null) return { kind: 'wait', until: addMs(now, hourMs) }
  const drops = retained.map(({ generation }): Action => ({ kind: 'drop', generation }))
  return firstAllowedAction(facts, drops.length > 0 ? drops : [{ kind: 'clear' }])
}
