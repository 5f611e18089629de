import { leaseKeptMs } from '@clutch/contract/limits.ts'
import { type Facts, type Step, isStanding } from './facts.ts'
import { firstOf } from './gate.ts'
import type { InstanceRow } from '../lease-store.ts'
import { after } from './times.ts'

const hourMs = 3_600_000

/** What is to be done about a lease that is over, was taken back or could not be made: everything of it goes. */
export function endStep(facts: Facts): Step {
  const { switching, instances } = facts
  if (switching) return { kind: 'fail-switch', switchId: switching.id, reason: 'the lease is over' }
  const standing = instances.filter(isStanding)
  if (standing.length > 0) {
    const reachedFirst = standing.toSorted((one, other) => Number(isLost(one)) - Number(isLost(other)))
    return firstOf(
      facts,
      reachedFirst.map((one) => stopOf(facts, one)),
    )
  }
  return clearStep(facts)
}

function isLost({ unreached_at }: InstanceRow): boolean {
  return unreached_at !== null
}

/** G21: data is kept for the time of grace; what was taken back or never ran leaves nothing. */
function stopOf({ lease }: Facts, { generation, state, kept, ready_at }: InstanceRow): Step {
  const isKept = lease.revoked_at === null && lease.failed_at === null && ready_at !== null
  return { kind: 'stop', generation, keepData: state === 'stopping' ? kept : isKept }
}

function clearStep(facts: Facts): Step {
  const { lease, instances, isMaintained, now } = facts
  const over = lease.revoked_at ?? after(lease.expires_at, leaseKeptMs)
  const kept = instances.filter((one) => one.kept)
  if (lease.cleared_at !== null && kept.length === 0) return { kind: 'wait', until: null }
  if (over > now) return { kind: 'wait', until: over }
  if (isMaintained && lease.revoked_at === null) return { kind: 'wait', until: after(now, hourMs) }
  const drops = kept.map(({ generation }): Step => ({ kind: 'drop', generation }))
  return firstOf(facts, drops.length > 0 ? drops : [{ kind: 'clear' }])
}
