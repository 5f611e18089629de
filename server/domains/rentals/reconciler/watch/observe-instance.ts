import type { Queries } from '../../../../platform/database/index.ts'
import { HostUnreachable } from '../../drivers/driver.ts'
import { type Fleet, toInstanceRef, findServedHost } from '../../fleet.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import { type RentalFacts, type Observation, getUnreachedChange } from '../facts/rental-facts.ts'
import { isLoadingMap } from '../decisions/decide-map-change.ts'
import { buildGameConfig } from '../actions/game/game-config.ts'
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
    if (!(error instanceof HostUnreachable))
      context.log.warn({ err: error }, 'the driver failed to observe an instance')
    return { generation, is: 'silent' }
  }
  return { generation, is: await observeGame(fleet, facts, instance) }
}

/** Two observations and a side effect end before the claim expires. */
function getObserveTimeout({ sideEffectTimeoutMs }: Fleet): number {
  return Math.min(sideEffectTimeoutMs, observeTimeoutMs)
}

async function observeGame(
  fleet: Fleet,
  { rental }: RentalFacts,
  { host, port, state }: InstanceRow,
): Promise<'ready' | 'refused' | 'running'> {
  const { game, context } = fleet
  const config = buildGameConfig(context, rental)
  const isAnswered = async () => {
    if (await game.isReady({ host, port }, config)) return 'ready'
    // A starting game refuses its password for a moment; one that was ready and still plays has another one.
    if (state !== 'ready' || (await game.checkConfiguration({ host, port }, config)) !== 'refused')
      return 'running'
    return (await game.queryStatus({ host, port })) ? 'refused' : 'running'
  }
  try {
    return await waitForHost(getObserveTimeout(fleet), isAnswered())
  } catch (error) {
    if (!(error instanceof HostUnreachable))
      context.log.warn({ err: error }, 'the query of a game server failed')
    return 'running'
  }
}

/** Returns what an observation changes, and whether that is new. */
function getObservationChange(facts: RentalFacts, one: InstanceRow, { is }: Observation): InstanceChange {
  const { now } = facts
  if (is === 'silent') return getUnreachedChange(one, now)
  const isNewSilence =
    is === 'running' && one.state === 'ready' && one.silent_at === null && !isLoadingMap(facts, one)
  const isDown = is === 'absent' || is === 'stopped'
  return {
    ...(one.unreached_at !== null && { unreached_at: null, unreached_seen_at: null }),
    ...((is === 'ready' || is === 'refused') && one.silent_at !== null && { silent_at: null }),
    ...(is === 'ready' && one.refused_at !== null && { refused_at: null }),
    ...(is === 'refused' && one.state === 'ready' && one.refused_at === null && { refused_at: now }),
    ...(isNewSilence && { silent_at: now }),
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
  const change = one && observation ? getObservationChange(facts, one, observation) : {}
  if (!one || !observation || Object.keys(change).length === 0) return { facts, isNew: false }
  const { generation } = one
  await updateInstance(tx, { rentalId: rental.id, generation }, change)
  // The same silence seen again is no news.
  const isNew = observation.is !== 'silent' || one.unreached_at?.getTime() !== change.unreached_at?.valueOf()
  const line = { rentalId: rental.id, at: now, generation }
  if (observation.is === 'silent' && isNew)
    await addHistoryLine(tx, { ...line, what: 'unreached', detail: { hostName: one.host_name } })
  if (change.refused_at) await addHistoryLine(tx, { ...line, what: 'password refused' })
  const noted = { ...one, ...change } as InstanceRow
  return {
    facts: { ...facts, instances: instances.map((each) => (each === one ? noted : each)) },
    isNew: true,
  }
}
