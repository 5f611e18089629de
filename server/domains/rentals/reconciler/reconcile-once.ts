import type { Queries } from '../../../platform/database/index.ts'
import { currentScope, runInScope } from '../../../platform/observability/scope.ts'
import type { Fleet } from '../fleet.ts'
import { notifyRentalChanged } from '../rentals.store.ts'
import { decideAction } from './decisions/decide-action.ts'
import { prepareAction } from './actions/perform-action.ts'
import type { SideEffect, WriteResult } from './actions/side-effect.ts'
import {
  type RentalFacts,
  type Observation,
  type StateFacts,
  findActiveInstance,
  getSurplusInstances,
  isLost,
} from './facts/rental-facts.ts'
import {
  type Claim,
  lockRentalFacts,
  readStateFacts,
  readRentalFacts,
  releaseAndReadStateFacts,
} from './facts/rental-facts.store.ts'
import { settleJobs } from './jobs.store.ts'
import { recordFailure } from './actions/record-failure.ts'
import { observeInstance, saveObservation } from './watch/observe-instance.ts'
import { getOutageChange } from './facts/outage-detection.ts'
import { waitForHost } from './wait-for-host.ts'
import { type RentalState, getAddressChange, getRentalState } from './facts/rental-state.ts'
import { updateRental } from './reconciler.store.ts'

const restStates: ReadonlySet<RentalState> = new Set(['running', 'terminated', 'failed'])

/** Another worker holds the claim: this one writes nothing (R8). */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/**
 * Runs one pass for a claimed rental: observe, decide, write the intent, perform one side effect, write the
 * result, release the claim. Decisions are made while the row is locked, so that a concurrent request either
 * counts or causes another pass. Throws ClaimLost and the database's errors; the next holder continues from
 * any point.
 */
export async function reconcileOnce(fleet: Fleet, claim: Claim): Promise<void> {
  await fleet.at('claimed')
  const observation = await observeIfNeeded(fleet, claim)
  await fleet.at('observed')
  const { sideEffect, requestId } = await withClaim(fleet, claim, async (tx, facts) => ({
    sideEffect: await decideAndPrepare(fleet, tx, facts, observation),
    requestId: facts.rental.request_id,
  }))
  await fleet.at('intended')
  if (!sideEffect) return
  await runForRequest(requestId, () => finishSideEffect(fleet, claim, sideEffect))
}

async function finishSideEffect(fleet: Fleet, claim: Claim, sideEffect: SideEffect): Promise<void> {
  await fleet.at(`${sideEffect.effect}-begins`)
  const write = await runSideEffect(fleet, sideEffect)
  await fleet.at(`${sideEffect.effect}-done`)
  await withClaim(fleet, claim, async (tx, facts) => {
    await write(tx, facts)
    await finishPass(tx, facts, { due: facts.now, isChanged: true })
    await fleet.at('written')
  })
  await fleet.at('committed')
}

async function observeIfNeeded(fleet: Fleet, claim: Claim): Promise<Observation | null> {
  const { database, clock } = fleet.context
  const facts = await readRentalFacts(database, claim, clock.now())
  if (!facts) throw new ClaimLost()
  const step = decideAction(facts, null)
  return step.kind === 'look' ? observeInstance(fleet, facts, step.generation) : null
}

/** Returns the side effect to perform outside the transaction; null if there is none. */
async function decideAndPrepare(
  fleet: Fleet,
  tx: Queries,
  before: RentalFacts,
  observation: Observation | null,
): Promise<SideEffect | null> {
  const { facts, isNew } = await saveObservation(tx, before, observation)
  const step = decideAction(facts, observation)
  await fleet.at('decided')
  if (step.kind === 'wait' || step.kind === 'look') {
    const isWait = step.kind === 'wait'
    const due = isWait ? step.until : facts.now
    await finishPass(tx, facts, { due, isChanged: isNew, isDone: isWait && isAtRest(facts) })
    return null
  }
  const sideEffect = prepareAction(fleet, facts, step)
  if (typeof sideEffect === 'function') {
    await sideEffect(tx, facts)
    await finishPass(tx, facts, { due: facts.now, isChanged: true })
    return null
  }
  if (sideEffect.intend) {
    await sideEffect.intend(tx, facts)
    await updateRentalState(tx, await readStateFacts(tx, facts), true)
  }
  return sideEffect
}

/** Returns what is written about the side effect, also when it failed or its outcome is unknown. */
async function runSideEffect(fleet: Fleet, sideEffect: SideEffect): Promise<WriteResult> {
  try {
    return await waitForHost(fleet.sideEffectTimeoutMs, sideEffect.act())
  } catch (error) {
    return sideEffect.failed?.(error) ?? recordFailure(fleet, sideEffect.step, error)
  }
}

async function withClaim<T>(
  { context: { database, clock } }: Fleet,
  claim: Claim,
  work: (tx: Queries, facts: RentalFacts) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    const facts = await lockRentalFacts(tx, claim, clock.now())
    if (!facts) throw new ClaimLost()
    return runForRequest(facts.rental.request_id, () => work(tx, facts))
  })
}

/** A request that arrived during the pass may be what is carried out now. */
function runForRequest<T>(requestId: string | null, work: () => Promise<T>): Promise<T> {
  return runInScope({ requestId, span: currentScope()?.span }, work)
}

async function finishPass(
  tx: Queries,
  facts: RentalFacts,
  { due, isChanged, isDone = false }: { due: Date | null; isChanged: boolean; isDone?: boolean },
): Promise<void> {
  if (facts.job !== null) await settleJobs(tx, facts.now, facts.rental.id)
  await updateRentalState(tx, await releaseAndReadStateFacts(tx, facts, { due, isDone }), isChanged)
}

/** Whether nothing more is wanted of a rental that waits, and nothing that failed is tried again. A job or an update may still wait for an empty server. */
function isAtRest(facts: RentalFacts): boolean {
  const { rental, instances, mapChange, job, forgetting, now } = facts
  if (!restStates.has(getRentalState(facts)) || mapChange !== null || job?.state === 'running') return false
  if (forgetting !== null || getSurplusInstances(facts).some((one) => !isLost(one, now))) return false
  const current = findActiveInstance(facts, rental.generation)
  const isCurrent =
    current === null ||
    (current.files_rev === rental.rev &&
      current.applied_rev === rental.rev &&
      current.grenades_rev === rental.grenades_rev)
  return (
    isCurrent && [rental, ...instances].every(({ retry_at: retryAt }) => retryAt === null || retryAt <= now)
  )
}

/** Derives the rental's state from the facts; notifies the streams that show it. */
async function updateRentalState(tx: Queries, facts: StateFacts, isChanged: boolean): Promise<void> {
  const { rental, now } = facts
  const state = getRentalState(facts)
  const change = {
    ...(state !== rental.state && { state, state_at: now }),
    ...getOutageChange(facts),
    ...getAddressChange(facts),
  }
  if (!isChanged && Object.keys(change).length === 0) return
  await updateRental(tx, rental.id, { ...change, changed_at: now })
  await notifyRentalChanged(tx, rental.id)
}
