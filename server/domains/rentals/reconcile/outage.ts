import { verifyMs } from '@clutch/contract/limits.ts'
import { type OutageReason, creationExcusedMs, restartExcusedMs } from '@clutch/contract/rules/outages.ts'
import type { InstanceRow, LeaseChange } from '../lease-store.ts'
import { type Facts, isWanted, living } from './facts.ts'
import { after } from './times.ts'

interface Down {
  reason: OutageReason
  since: Date
}

/** What changes of the outage of a lease. It ends elsewhere, once the server has run for a while (`rentals/outages.ts`). */
export function outageChange(facts: Facts): LeaseChange {
  const { lease, isMaintained, now } = facts
  // G20: maintenance is given back by its own rule.
  if (!isWanted(facts) || lease.ready_at === null || isMaintained) return {}
  const down = downOf(facts)
  if (lease.outage_at === null) return down ? { outage_at: down.since, outage_reason: down.reason } : {}
  if (!down) return lease.outage_up_at === null ? { outage_up_at: now } : {}
  return {
    ...(lease.outage_up_at !== null && { outage_up_at: null }),
    ...(lease.outage_reason !== down.reason && { outage_reason: down.reason }),
  }
}

/** Why a server that ran before does not run now; null where it does, or where somebody asked for it a moment ago. */
function downOf(facts: Facts): Down | null {
  const { lease, now } = facts
  const current = living(facts, lease.generation)
  if (current && current.unreached_at !== null) return { reason: 'unreachable', since: current.unreached_at }
  if (current?.state === 'ready')
    return current.silent_at === null ? null : { reason: 'silent', since: current.silent_at }
  const lost = lostBefore(facts)
  if (lost !== null && lease.outage_at === null) return { reason: 'unreachable', since: lost }
  const excused = excusedUntil(facts, current)
  if (lease.outage_at === null && excused > now) return null
  return { reason: reasonOf(facts, current), since: earlierOf(excused, now) }
}

function reasonOf({ lease }: Facts, current: InstanceRow | null): OutageReason {
  if (current?.tried === 'create' && current.tries > 0) return 'crashed'
  if (lease.outage_reason !== null) return lease.outage_reason as OutageReason
  return 'starting'
}

/** R7: since when the host of the generation before was silent, where a server has just been placed elsewhere for that. */
function lostBefore({ lease, instances }: Facts): Date | null {
  if (lease.state === 'creating') return null
  const before = instances.find(({ generation }) => generation === lease.generation - 1)
  return before?.state === 'stopping' ? before.unreached_at : null
}

/** Until when it is no outage that the game does not run: a restart, a verification, a server that is made anew take their time. */
function excusedUntil({ lease, now }: Facts, current: InstanceRow | null): Date {
  const { restart_at: restart, verify_at: verify, state, state_at: since } = lease
  const isMade = state === 'creating' && (current === null || current.ready_at === null)
  const times = [
    restart && after(restart, restartExcusedMs),
    verify && after(verify, verifyMs),
    isMade ? after(since, creationExcusedMs) : null,
  ].filter((time) => time !== null)
  const latest = times.toSorted((one, other) => other.getTime() - one.getTime())[0]
  // What was excused long ago is no beginning of an outage.
  return latest && after(latest, restartExcusedMs) > now ? latest : now
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other
}
