import { creationTimeoutMs, regionSwitchTimeoutMs } from '@clutch/contract/limits.ts'
import { decideStop } from './decide-stop.ts'
import { decideTermination } from './decide-termination.ts'
import { decideActiveInstance } from './decide-active-instance.ts'
import { decideDrainMove } from './decide-job.ts'
import {
  type RentalFacts,
  type Observation,
  type Action,
  isLost,
  isPresent,
  shouldRun,
  findActiveInstance,
  getSurplusInstances,
} from '../facts/rental-facts.ts'
import { firstAllowedAction } from './retry-gate.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { earlier, observeAgainMs } from '../timing.ts'

/**
 * Returns the next action for a rental, from what is wanted, the rows of its instances, and the observation
 * of the active one (null: not observed). It keeps no state: the same facts give the same action.
 */
export function decideAction(facts: RentalFacts, observation: Observation | null): Action {
  if (!shouldRun(facts)) return decideTermination(facts)
  if (isCreationOverdue(facts)) return { kind: 'fail' }
  const main = decideRegionSwitch(facts, observation) ?? decideCurrentInstance(facts, observation)
  const { reached, unreached, lost } = decideStops(facts)
  // R1: nothing starts while something has to be removed, unless that is lost.
  if (createsInstance(facts, main) && reached.length + unreached.length > 0)
    return limitWait(facts, firstAllowedAction(facts, [...reached, ...unreached, ...lost]))
  const others = reached.length > 0 ? [...reached, main] : [...decideDemoDeletion(facts), main]
  return limitWait(facts, firstAllowedAction(facts, [...others, ...unreached, ...lost]))
}

/** G25: the time limit of a first start. */
function isCreationOverdue({ rental, now }: RentalFacts): boolean {
  return rental.ready_at === null && addMs(rental.created_at, creationTimeoutMs) <= now
}

/** Surplus instances are stopped first; unreachable ones delay only the start of another instance, and lost ones nothing. */
function decideStops(facts: RentalFacts): Record<'reached' | 'unreached' | 'lost', Action[]> {
  const stops: Record<'reached' | 'unreached' | 'lost', Action[]> = { reached: [], unreached: [], lost: [] }
  for (const one of getSurplusInstances(facts)) {
    const state = isLost(one, facts.now) ? 'lost' : one.unreached_at === null ? 'reached' : 'unreached'
    stops[state].push(decideStop(facts, one, one.kept))
  }
  return stops
}

/** G18: demos from before a move go once nothing there brings more of them. */
function decideDemoDeletion({ forgetting }: RentalFacts): Action[] {
  return forgetting ? [{ kind: 'forget', switchId: forgetting.id }] : []
}

/** Whether a step makes an instance that was never there. */
function createsInstance({ instances }: RentalFacts, step: Action): boolean {
  if (step.kind !== 'create') return false
  const instance = instances.find(({ generation }) => generation === step.generation)
  return instance?.started_at === null && instance.ready_at === null
}

/** A wait is over at the latest when the rental is, or when it is too late for its first server. */
function limitWait({ rental }: RentalFacts, step: Action): Action {
  if (step.kind !== 'wait') return step
  const late = rental.ready_at === null ? addMs(rental.created_at, creationTimeoutMs) : null
  return { kind: 'wait', until: earlier(earlier(step.until, late), rental.expires_at) }
}

function decideCurrentInstance(facts: RentalFacts, observation: Observation | null): Action {
  const { rental, now } = facts
  const current = findActiveInstance(facts, rental.generation)
  if (!current) return decidePlacement(facts)
  const step = decideActiveInstance(facts, current, observation)
  if (step !== 'unreached') return step
  // R7: elsewhere in the region; where there is no room it may still come back.
  if (isLost(current, now))
    return { kind: 'place', region: rental.region, avoid: current.host_name, switchId: null }
  return { kind: 'wait', until: addMs(now, observeAgainMs) }
}

/** R1: only after every other instance is removed or lost. */
function decidePlacement(facts: RentalFacts): Action {
  const { rental, instances, now } = facts
  const mayRun = instances.some((one) => isPresent(one) && !isLost(one, now))
  if (mayRun) return { kind: 'wait', until: addMs(now, observeAgainMs) }
  return { kind: 'place', region: rental.region, avoid: null, switchId: null }
}

/**
 * R9: while a move runs only the move is worked on; the server keeps running where it is. Null if none runs.
 */
function decideRegionSwitch(facts: RentalFacts, observation: Observation | null): Action | null {
  const { rental, switching, now } = facts
  if (!switching) return null
  const { id: switchId, to_region: region } = switching
  const givenUp = addMs(switching.asked_at, regionSwitchTimeoutMs)
  if (givenUp <= now) return { kind: 'fail-switch', switchId, reason: 'it took too long' }
  const target = findActiveInstance(facts, switching.generation)
  if (!target) {
    const avoid =
      region === rental.region ? (findActiveInstance(facts, rental.generation)?.host_name ?? null) : null
    return { kind: 'place', region, avoid, switchId }
  }
  const step = decideActiveInstance(facts, target, observation)
  if (step === 'unreached') return { kind: 'wait', until: earlier(givenUp, addMs(now, observeAgainMs)) }
  if (step.kind === 'ready') {
    const old = findActiveInstance(facts, rental.generation)
    return decideDrainMove(facts, old, { generation: target.generation, switchId, givenUp })
  }
  return step.kind === 'wait' ? { ...step, until: earlier(step.until, givenUp) } : step
}
