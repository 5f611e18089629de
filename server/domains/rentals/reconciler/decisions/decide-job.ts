import type { InstanceRow } from '../../rentals.store.ts'
import type { Action, RentalFacts } from '../facts/rental-facts.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { earlier, observeAgainMs } from '../timing.ts'
import { type Interruption, decideInterruption } from './decide-interruption.ts'

/** Returns what interrupts a ready instance next: an operator's job, otherwise an update of the game. */
export function decidePlannedWork(facts: RentalFacts, one: InstanceRow): Action {
  const job = decideJob(facts, one)
  if (job === null) return decideGameUpdate(facts, one)
  // Players get the notices of one plan at a time.
  if (job.kind !== 'wait' || facts.job?.deadline) return job
  const update = decideGameUpdate(facts, one)
  return update.kind === 'wait' ? { kind: 'wait', until: earlier(job.until, update.until) } : update
}

/** Null: no job waits for this instance. */
function decideJob({ now, job, rental }: RentalFacts, one: InstanceRow): Action | null {
  const { generation } = one
  if (job?.state !== 'waiting' || generation !== rental.generation) return null
  if (job.kind === 'drain' && one.host_name !== job.hostName) return null
  if (job.retryAt !== null && job.retryAt > now) return { kind: 'wait', until: job.retryAt }
  const reason = job.kind === 'drain' ? 'move' : 'restart'
  return decideInterruption(now, one, { key: job.id, reason, deadline: job.deadline }, (isForced) => {
    if (job.isBusy) return { kind: 'wait', until: addMs(now, observeAgainMs) }
    return job.kind === 'drain'
      ? { kind: 'start-move', generation, jobId: job.id }
      : { kind: 'job-restart', generation, jobId: job.id, isForced }
  })
}

/**
 * Returns when a move of a drain replaces the old instance, once the new one is ready: who joined meanwhile keeps playing until the
 * deadline. `givenUp`: when the move fails, and is begun again later.
 */
export function decideDrainMove(
  { now, job }: RentalFacts,
  old: InstanceRow | null,
  move: { generation: number; switchId: string; givenUp: Date },
): Action {
  const { generation, switchId, givenUp } = move
  const isDrain = job?.kind === 'drain' && job.switchId === switchId
  if (!isDrain || old?.state !== 'ready') return { kind: 'move', generation, switchId }
  const plan: Interruption = { key: job.id, reason: 'move', deadline: job.deadline }
  const step = decideInterruption(now, old, plan, (isForced) =>
    isForced
      ? { kind: 'move', generation, switchId }
      : { kind: 'move-empty', generation: old.generation, to: generation, switchId },
  )
  return step.kind === 'wait' ? { kind: 'wait', until: earlier(step.until, givenUp) } : step
}

/**
 * Returns how a ready instance moves to the version that its host has installed: at once while it is empty, otherwise at the
 * operator's deadline, after notices. An instance is restarted once for a version, whatever it reports afterwards.
 */
function decideGameUpdate({ now, updates }: RentalFacts, one: InstanceRow): Action {
  const { generation } = one
  const update = updates.find((each) => each.generation === generation)
  if (!update || update.isHeld) return { kind: 'wait', until: null }
  const { version, deadline, isHostBusy } = update
  return decideInterruption(now, one, { key: version, reason: 'update', deadline }, (isForced) =>
    isHostBusy
      ? { kind: 'wait', until: addMs(now, observeAgainMs) }
      : { kind: 'update', generation, version, isForced },
  )
}
