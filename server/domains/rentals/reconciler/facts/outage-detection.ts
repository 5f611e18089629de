import { verificationTimeoutMs } from '@clutch/contract/limits.ts'
import {
  type OutageReason,
  creationGraceMs,
  restartGraceMs,
} from '@clutch/contract/rules/rentals/lifecycle/outages.ts'
import type { InstanceRow, RentalChange } from '../../rentals.store.ts'
import { type StateFacts, shouldRun, findActiveInstance } from './rental-facts.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { earlierOf } from '../../../../platform/clock/earlier-of.ts'

interface DetectedOutage {
  reason: OutageReason
  since: Date
}

/** What changes of the outage of a rental. It ends elsewhere, once the server has run for a while (`outages.service.ts`). */
export function getOutageChange(facts: StateFacts): RentalChange {
  const { rental, isMaintained, now } = facts
  // G20: maintenance is given back by its own rule.
  if (!shouldRun(facts) || rental.ready_at === null || isMaintained) return {}
  const down = detectOutage(facts)
  if (rental.outage_at === null) return down ? { outage_at: down.since, outage_reason: down.reason } : {}
  if (!down) return rental.outage_up_at === null ? { outage_up_at: now } : {}
  return {
    ...(rental.outage_up_at !== null && { outage_up_at: null }),
    ...(rental.outage_reason !== down.reason && { outage_reason: down.reason }),
  }
}

/**
 * Returns why a server that ran before does not run now; null if it runs or a restart was requested a moment
 * ago.
 */
function detectOutage(facts: StateFacts): DetectedOutage | null {
  const { rental, now } = facts
  const current = findActiveInstance(facts, rental.generation)
  if (current && current.unreached_at !== null) return { reason: 'unreachable', since: current.unreached_at }
  if (current?.state === 'ready')
    return current.silent_at === null ? null : { reason: 'silent', since: current.silent_at }
  const lost = getHostLostTime(facts)
  if (lost !== null && rental.outage_at === null) return { reason: 'unreachable', since: lost }
  const excused = getPlannedDowntimeEnd(facts, current)
  if (rental.outage_at === null && excused > now) return null
  return { reason: getOutageReason(facts, current), since: earlierOf(excused, now) }
}

function getOutageReason({ rental }: StateFacts, current: InstanceRow | null): OutageReason {
  if (current?.tried === 'create' && current.tries > 0) return 'crashed'
  if (rental.outage_reason !== null) return rental.outage_reason as OutageReason
  return 'starting'
}

/** R7: since when the host of the generation before was silent, where a server has just been placed elsewhere for that. */
function getHostLostTime({ rental, instances }: StateFacts): Date | null {
  if (rental.state === 'creating') return null
  const before = instances.find(({ generation }) => generation === rental.generation - 1)
  return before?.state === 'stopping' ? before.unreached_at : null
}

/**
 * Returns until when a stopped game is no outage: a restart, a verification and a new instance take their
 * time.
 */
function getPlannedDowntimeEnd({ rental, now }: StateFacts, current: InstanceRow | null): Date {
  const { restart_at: restart, verify_at: verify, state, state_at: since } = rental
  const isMade = state === 'creating' && (current === null || current.ready_at === null)
  const times = [
    restart && addMs(restart, restartGraceMs),
    verify && addMs(verify, verificationTimeoutMs),
    isMade ? addMs(since, creationGraceMs) : null,
  ].filter((time) => time !== null)
  const latest = times.toSorted((one, other) => other.getTime() - one.getTime())[0]
  // A planned downtime that ended long ago is not the start of an outage.
  return latest && addMs(latest, restartGraceMs) > now ? latest : now
}
