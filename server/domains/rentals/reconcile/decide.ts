import { creationGivenUpMs, switchGivenUpMs } from '@clutch/contract/limits.ts'
import { endStep } from './decide-end.ts'
import { standingStep } from './decide-standing.ts'
import { type Facts, type Look, type Step, isLost, isStanding, isWanted, living, surplus } from './facts.ts'
import type { InstanceRow } from '../lease-store.ts'
import { firstOf } from './gate.ts'
import { after, earlier, lookAgainMs } from './times.ts'

/**
 * The one thing to do about a lease now, from what is wanted, what is written of its instances, and how the one that matters
 * was found (null: it was not looked at). It remembers nothing: the same facts give the same step.
 */
export function nextStep(facts: Facts, look: Look | null): Step {
  if (!isWanted(facts)) return endStep(facts)
  if (isLate(facts)) return { kind: 'fail' }
  const main = switchStep(facts, look) ?? currentStep(facts, look)
  const { reached, unreached } = stopSteps(facts)
  if (reached.length > 0) {
    // R1: nothing begins beside what is still to go.
    const steps = begins(facts, main) ? reached : [...reached, main]
    return atMost(facts, firstOf(facts, [...steps, ...unreached]))
  }
  return atMost(facts, firstOf(facts, [...forgetSteps(facts), main, ...unreached]))
}

/** G25: what was never ready has so long. */
function isLate({ lease, now }: Facts): boolean {
  return lease.ready_at === null && after(lease.created_at, creationGivenUpMs) <= now
}

/** What stands and should not goes first of all, but for what nobody reaches, which keeps nothing else waiting. */
function stopSteps(facts: Facts): { reached: Step[]; unreached: Step[] } {
  const others = Object.groupBy(surplus(facts), (one) =>
    one.unreached_at === null ? 'reached' : 'unreached',
  )
  const stop = ({ generation, kept }: InstanceRow): Step => ({ kind: 'stop', generation, keepData: kept })
  return { reached: (others.reached ?? []).map(stop), unreached: (others.unreached ?? []).map(stop) }
}

/** G18: demos from before a move go once nothing there brings more of them. */
function forgetSteps({ forgetting }: Facts): Step[] {
  return forgetting ? [{ kind: 'forget', switchId: forgetting.id }] : []
}

/** Whether a step makes an instance that was never there. */
function begins({ instances }: Facts, step: Step): boolean {
  if (step.kind !== 'create') return false
  const instance = instances.find(({ generation }) => generation === step.generation)
  return instance?.started_at === null && instance.ready_at === null
}

/** A wait is over at the latest when the lease is, or when it is too late for its first server. */
function atMost({ lease }: Facts, step: Step): Step {
  if (step.kind !== 'wait') return step
  const late = lease.ready_at === null ? after(lease.created_at, creationGivenUpMs) : null
  return { kind: 'wait', until: earlier(earlier(step.until, late), lease.expires_at) }
}

function currentStep(facts: Facts, look: Look | null): Step {
  const { lease, now } = facts
  const current = living(facts, lease.generation)
  if (!current) return placeStep(facts)
  const step = standingStep(facts, current, look)
  if (step !== 'unreached') return step
  // R7: elsewhere in the region; where there is no room it may still come back.
  if (isLost(current, now))
    return { kind: 'place', region: lease.region, avoid: current.node, switchId: null }
  return { kind: 'wait', until: after(now, lookAgainMs) }
}

/** R1: not before everything else of it is gone, or lost for good. */
function placeStep(facts: Facts): Step {
  const { lease, instances, now } = facts
  const mayRun = instances.some((one) => isStanding(one) && !isLost(one, now))
  if (mayRun) return { kind: 'wait', until: after(now, lookAgainMs) }
  return { kind: 'place', region: lease.region, avoid: null, switchId: null }
}

/** R9: while a move runs only the move is worked on; the server goes on running where it is. Null: none runs. */
function switchStep(facts: Facts, look: Look | null): Step | null {
  const { lease, switching, now } = facts
  if (!switching) return null
  const { id: switchId, to_region: region } = switching
  const givenUp = after(switching.asked_at, switchGivenUpMs)
  if (givenUp <= now) return { kind: 'fail-switch', switchId, reason: 'it took too long' }
  const target = living(facts, switching.generation)
  if (!target) {
    const avoid = region === lease.region ? (living(facts, lease.generation)?.node ?? null) : null
    return { kind: 'place', region, avoid, switchId }
  }
  const step = standingStep(facts, target, look)
  if (step === 'unreached') return { kind: 'wait', until: earlier(givenUp, after(now, lookAgainMs)) }
  if (step.kind === 'ready') return { kind: 'move', generation: target.generation, switchId }
  return step.kind === 'wait' ? { ...step, until: earlier(step.until, givenUp) } : step
}
