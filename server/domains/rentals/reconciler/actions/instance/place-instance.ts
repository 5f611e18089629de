import type { Queries } from '../../../../../platform/database/index.ts'
import { type HostClass, getHostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Host } from '../../../drivers/driver.ts'
import { countRoom, getMaxServers, servesRental } from '../../../hosts/host-room.ts'
import { type HostUsage, selectHostUsage } from '../../../hosts/host-usage.store.ts'
import type { Fleet } from '../../../fleet.ts'
import { nextRetry } from '../backoff.ts'
import type { WriteResult } from '../side-effect.ts'
import { type RentalFacts, type ActionOf, findActiveInstance } from '../../facts/rental-facts.ts'
import { addHistoryLine } from '../../history.store.ts'
import * as store from './placement.store.ts'
import { failRegionSwitch } from '../switch-region.ts'
import { addMs } from '../../../../../platform/clock/add-ms.ts'
import { failureMemoryMs } from '../../timing.ts'
import { updateInstance, updateRental, updateSwitch } from '../../reconciler.store.ts'

interface Placement {
  host: Host
  port: number
  hostClass: HostClass
}

/**
 * Chooses a host and a port for the next generation of a rental, in its region or its target region. An
 * instance on a lost host is given up with its data (R7); without a free place nothing changes and the action
 * is retried.
 */
export function placeInstance(fleet: Fleet, step: ActionOf<'place'>): WriteResult {
  return async (tx, facts) => {
    const room = await findPlacement(fleet, tx, facts, step)
    await (room ? savePlacement(fleet, step, room) : handleNoCapacity(fleet, step))(tx, facts)
  }
}

function savePlacement(
  { driver }: Fleet,
  { region, switchId }: ActionOf<'place'>,
  { host: target, port, hostClass }: Placement,
): WriteResult {
  return async (tx, facts) => {
    const { rental, instances, now } = facts
    const rentalId = rental.id
    const generation = Math.max(rental.generation, ...instances.map((one) => one.generation)) + 1
    const { host, publicHost, name } = target
    await store.insertInstance(tx, {
      rental_id: rentalId,
      generation,
      region,
      driver: driver.kind,
      host_name: name,
      host_class: hostClass,
      host,
      port,
      public_host: publicHost,
      state: 'placed',
      created_at: now,
      // The first start also fulfils what was requested of earlier instances.
      restarted_op: rental.restart_op,
      verified_op: rental.verify_op,
    })
    await addHistoryLine(tx, {
      rentalId,
      at: now,
      generation,
      what: 'placed',
      detail: { hostName: name, port, region },
    })
    if (switchId !== null) return updateSwitch(tx, switchId, { generation })
    const old = findActiveInstance(facts, rental.generation)
    if (old) {
      await updateInstance(tx, { rentalId, generation: old.generation }, { state: 'stopping', kept: true })
      await addHistoryLine(tx, {
        rentalId,
        at: now,
        generation: old.generation,
        what: 'lost',
        detail: { hostName: old.host_name },
      })
    }
    await updateRental(tx, rentalId, { generation, cleared_at: null })
    await store.deleteUnusedInstances(tx, rentalId, now)
  }
}

function handleNoCapacity({ random }: Fleet, { region, switchId }: ActionOf<'place'>): WriteResult {
  return async (tx, facts) => {
    const { rental, now } = facts
    if (switchId !== null) return failRegionSwitch({ switchId, reason: 'there is no room' })(tx, facts)
    const problem = `there is no room in ${region}`
    await updateRental(tx, rental.id, { ...nextRetry(rental, now, random()), problem })
    await addHistoryLine(tx, {
      rentalId: rental.id,
      at: now,
      generation: null,
      what: 'no room',
      detail: { region },
    })
  }
}

/**
 * The emptiest host with room for the class of the rental and a port; one where this rental did not come to run lately is the last
 * resort. A rental is never placed in another class than its own.
 */
export async function findPlacement(
  { driver }: Fleet,
  tx: Queries,
  facts: RentalFacts,
  { region, avoid }: Pick<ActionOf<'place'>, 'region' | 'avoid'>,
): Promise<Placement | null> {
  const hostClass = getHostClass(facts.rental.relocatable)
  const serving = driver.hosts.filter((host) => host.name !== avoid && servesRental(host, region, hostClass))
  if (await store.isRegionCordoned(tx, region)) return null
  const names = serving.map(({ name }) => name)
  const usage = await selectHostUsage(tx, names)
  const failed = getFailedHosts(facts)
  const inOrder = serving
    .filter((host) => countRoom(host, hostClass, usage.get(host.name)) > 0)
    .toSorted(
      (one, other) =>
        Number(failed.has(one.name)) - Number(failed.has(other.name)) ||
        getFullness(one, usage) - getFullness(other, usage),
    )
  for (const host of inOrder) {
    const port = await store.holdIfFound(tx, () =>
      findPort(tx, host, { hostClass, kind: driver.kind, now: facts.now }),
    )
    if (port !== undefined) return { host, port, hostClass }
  }
  return null
}

function getFullness(host: Host, usage: ReadonlyMap<string, HostUsage>): number {
  const { standard = 0, performance = 0 } = usage.get(host.name)?.counts ?? {}
  return (standard + performance) / getMaxServers(host)
}

/** The host stays locked until the end of the transaction where it has a port: what is counted now is still true when the instance is written. */
async function findPort(
  tx: Queries,
  host: Host,
  { hostClass, kind, now }: { hostClass: HostClass; kind: string; now: Date },
): Promise<number | undefined> {
  await store.lockHost(tx, host.name, kind)
  const usage = await selectHostUsage(tx, [host.name])
  if (countRoom(host, hostClass, usage.get(host.name)) === 0) return undefined
  return store.selectFreePort(tx, host, now)
}

function getFailedHosts({ instances, now }: RentalFacts): Set<string> {
  const recently = addMs(now, -failureMemoryMs)
  const failed = instances.filter(
    ({ started_at, removed_at }) => started_at === null && removed_at !== null && removed_at > recently,
  )
  return new Set(failed.map(({ host_name: hostName }) => hostName))
}
