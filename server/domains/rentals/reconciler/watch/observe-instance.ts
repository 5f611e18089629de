import type { Queries } from '../../../../platform/database/index.ts'
import { HostUnreachable } from '../../drivers/driver.ts'
import { type Fleet, toInstanceRef, findServedHost } from '../../fleet.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import { type RentalFacts, type Observation, getUnreachedChange } from '../rental-facts.ts'
import { buildGameConfig } from '../actions/game-config.ts'
import { addHistoryLine } from '../history.store.ts'
import { waitForHost } from '../wait-for-host.ts'
import { observeTimeoutMs } from '../timing.ts'
import { type InstanceChange, noLiveStatus, updateInstance } from '../reconciler.store.ts'

/**
 * Returns the state of an instance, as its host and the game report it. One that does not answer in time is
 * silent.
 */
export async function observeInstance(
  fleet: Fleet,
  facts: RentalFacts,
  generation: number,
): Promise<Observation> {
  const { driver, context } = fleet
  const instance = facts.instances.find((one) => one.generation === generation)
  if (!instance || !findServedHost(fleet, instance.host_name)) return { generation, is: 'silent' }
  try {
    const observed = await waitForHost(
      getObserveTimeout(fleet),
      driver.observe(toInstanceRef(facts.rental, instance)),
    )
    if (!observed) return { generation, is: 'absent' }
    if (!observed.isRunning) return { generation, is: 'stopped' }
  } catch (error) {
    if (!(error instanceof HostUnreachable)) context.log.warn({ err: error }, 'a driver could not look')
    return { generation, is: 'silent' }
  }
  return { generation, is: (await isGameReady(fleet, facts, instance)) ? 'ready' : 'running' }
}

/** Two observations and a side effect end before the claim expires. */
function getObserveTimeout({ sideEffectTimeoutMs }: Fleet): number {
  return Math.min(sideEffectTimeoutMs, observeTimeoutMs)
}

async function isGameReady(fleet: Fleet, { rental }: RentalFacts, one: InstanceRow): Promise<boolean> {
  const { game, context } = fleet
  try {
    return await waitForHost(
      getObserveTimeout(fleet),
      game.isReady({ host: one.host, port: one.port }, buildGameConfig(context, rental)),
    )
  } catch (error) {
    if (!(error instanceof HostUnreachable))
      context.log.warn({ err: error }, 'a game server could not be asked')
    return false
  }
}

/** Returns what an observation changes, and whether that is new. */
function getObservationChange(one: InstanceRow, { is }: Observation, now: Date): InstanceChange {
  if (is === 'silent') return getUnreachedChange(one, now)
  const isDown = is === 'absent' || is === 'stopped'
  return {
    ...(one.unreached_at !== null && { unreached_at: null, unreached_seen_at: null }),
    ...(is === 'ready' && one.silent_at !== null && { silent_at: null }),
    ...(is === 'running' && one.state === 'ready' && one.silent_at === null && { silent_at: now }),
    ...(isDown && one.state === 'ready' && { state: 'starting', silent_at: null, ...noLiveStatus }),
  }
}

/** Saves an observation and returns the updated facts. */
export async function saveObservation(
  tx: Queries,
  facts: RentalFacts,
  observation: Observation | null,
): Promise<{ facts: RentalFacts; isNew: boolean }> {
  const { rental, instances, now } = facts
  const one = instances.find(({ generation }) => generation === observation?.generation)
  const change = one && observation ? getObservationChange(one, observation, now) : {}
  if (!one || !observation || Object.keys(change).length === 0) return { facts, isNew: false }
  const { generation } = one
  await updateInstance(tx, { rentalId: rental.id, generation }, change)
  // The same silence seen again is no news.
  const isNew = observation.is !== 'silent' || one.unreached_at?.getTime() !== change.unreached_at?.valueOf()
  if (observation.is === 'silent' && isNew) {
    const line = {
      rentalId: rental.id,
      at: now,
      generation,
      what: 'unreached',
      detail: { hostName: one.host_name },
    }
    await addHistoryLine(tx, line)
  }
  const noted = { ...one, ...change } as InstanceRow
  return {
    facts: { ...facts, instances: instances.map((each) => (each === one ? noted : each)) },
    isNew: true,
  }
}
