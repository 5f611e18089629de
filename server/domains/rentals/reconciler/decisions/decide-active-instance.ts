import { decideNightlyRestart } from '@clutch/contract/rules/rentals/lifecycle/nightly-restart.ts'
import { verificationTimeoutMs } from '@clutch/contract/limits.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import type { RentalFacts, Observation, Action } from '../facts/rental-facts.ts'
import { decidePlannedWork } from './decide-job.ts'
import { decideMapChange, isLoadingMap } from './decide-map-change.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import {
  checkMapAgainMs,
  earlier,
  hungGameMs,
  observeAgainMs,
  getNextObservation,
  gameStartMs,
  refusedAgainMs,
} from '../timing.ts'

/** Returns what an instance needs until it is ready and configured. `unreached`: its state is unknown. */
export function decideActiveInstance(
  facts: RentalFacts,
  one: InstanceRow,
  observation: Observation | null,
): Action | 'unreached' {
  const { generation } = one
  // What may never have been made is made, whether it is there or not.
  if (one.started_at === null && one.unreached_at === null) return { kind: 'create', generation }
  if (observation?.generation !== generation) return { kind: 'look', generation }
  if (observation.is === 'silent') return 'unreached'
  if (one.started_at === null || observation.is === 'absent') return { kind: 'create', generation }
  const requested = decideVerify(facts, one) ?? decideRestart(facts, one)
  if (requested) return requested
  if (observation.is === 'stopped') return { kind: 'create', generation }
  if (one.files_rev !== facts.rental.rev) return { kind: 'configure', generation }
  if (one.grenades_rev !== facts.rental.grenades_rev) return { kind: 'grenades', generation }
  if (observation.is === 'ready') return decideWhenReady(facts, one)
  if (observation.is === 'refused' && one.state === 'ready') return decideWhenRefused(facts, one)
  return decideWhenSilent(facts, one, one.started_at)
}

/** G24: it is asked again until it is done, or takes too long. Before it ever ran there is nothing to verify. */
function decideVerify(
  { rental, now }: RentalFacts,
  { generation, verified_op, ready_at }: InstanceRow,
): Action | null {
  const { verify_op: op, verify_at: at } = rental
  if (op === null || op === verified_op || ready_at === null) return null
  const isOver = at !== null && addMs(at, verificationTimeoutMs) <= now
  return { kind: isOver ? 'give-up-verify' : 'verify', generation, op }
}

/** G8. Its files are written first: the game reads them when it starts (R12). */
function decideRestart(
  { rental }: RentalFacts,
  { generation, restarted_op, files_rev }: InstanceRow,
): Action | null {
  const { restart_op: op } = rental
  if (op === null || op === restarted_op) return null
  if (files_rev !== rental.rev) return { kind: 'configure', generation }
  return { kind: 'restart', generation, op, why: 'asked' }
}

function decideWhenReady(facts: RentalFacts, one: InstanceRow): Action {
  const { rental } = facts
  const { generation, applied_rev, state } = one
  if (applied_rev !== rental.rev) return { kind: 'apply-config', generation }
  if (state !== 'ready') return { kind: 'ready', generation }
  const mapChange = decideMapChange(facts, one)
  if (mapChange) return mapChange
  const work = decidePlannedWork(facts, one)
  return work.kind === 'wait' ? decideNightly(facts, one, work.until) : work
}

/** Restarts it at night while it is empty; otherwise waits until then, or until `until`. */
function decideNightly(
  { now, nightlyHour, rental }: RentalFacts,
  { generation, started_at: started, players }: InstanceRow,
  until: Date | null,
): Action {
  if (nightlyHour === null || started === null) return { kind: 'wait', until }
  const server = { number: rental.number, startedAt: started.getTime(), players }
  const step = decideNightlyRestart(nightlyHour, server, now.getTime())
  if (step.kind === 'restart') return { kind: 'nightly', generation, night: step.night }
  return { kind: 'wait', until: earlier(until, new Date(step.until)) }
}

/**
 * Someone on the server changed the password of its console. Its files bring it back with the next map, and with a restart while it is
 * empty: players are not interrupted.
 */
function decideWhenRefused({ now }: RentalFacts, { generation, players, refused_at }: InstanceRow): Action {
  const op = `refused-${(refused_at ?? now).getTime()}`
  if (players === 0) return { kind: 'restart', generation, op, why: 'refused' }
  return { kind: 'wait', until: addMs(now, refusedAgainMs) }
}

/** The instance runs and its game does not answer: wait, then restart it by an op of that silence. */
function decideWhenSilent(facts: RentalFacts, one: InstanceRow, started: Date): Action {
  const { now } = facts
  const { generation, state } = one
  if (state === 'ready' && isLoadingMap(facts, one))
    return { kind: 'wait', until: addMs(now, checkMapAgainMs) }
  const since = state === 'ready' ? (one.silent_at ?? now) : started
  const hungAt = addMs(since, state === 'ready' ? hungGameMs : gameStartMs)
  if (hungAt <= now) return { kind: 'restart', generation, op: `silent-${since.getTime()}`, why: 'silent' }
  const next = state === 'ready' ? addMs(now, observeAgainMs) : getNextObservation(started, now)
  return { kind: 'wait', until: earlier(hungAt, next) }
}
