import type { Queries } from '../../../../platform/database/index.ts'
import type { Host } from '../../drivers/driver.ts'
import type { Fleet } from '../../fleet.ts'
import { nextRetry } from './backoff.ts'
import type { WriteResult } from './side-effect.ts'
import { type RentalFacts, type ActionOf, findActiveInstance } from '../rental-facts.ts'
import { addHistoryLine } from '../history.store.ts'
import * as store from './placement.store.ts'
import { failRegionSwitch } from './switch-region.ts'
import { addMs, failureMemoryMs } from '../timing.ts'
import { updateInstance, updateRental, updateSwitch } from '../reconciler.store.ts'

interface Placement {
  host: Host
  port: number
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
  { host: target, port }: Placement,
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

/** The emptiest machine that has a port; one where this rental did not come to run lately is the last resort. */
async function findPlacement(
  { driver }: Fleet,
  tx: Queries,
  facts: RentalFacts,
  { region, avoid }: ActionOf<'place'>,
): Promise<Placement | null> {
  const serving = driver.hosts.filter(({ name, regions }) => name !== avoid && servesRegion(regions, region))
  const use = await store.selectHostUsage(
    tx,
    serving.map(({ name }) => name),
  )
  const failed = getFailedHosts(facts)
  const fullness = (name: string) => use.find(({ hostName }) => hostName === name)?.standing ?? 0
  const inOrder = serving
    .filter(({ name }) => !use.some((one) => one.hostName === name && one.isSilent))
    .toSorted(
      (one, other) =>
        Number(failed.has(one.name)) - Number(failed.has(other.name)) ||
        fullness(one.name) / getHostCapacity(one) - fullness(other.name) / getHostCapacity(other),
    )
  for (const host of inOrder) {
    const port = await findPort(tx, host, driver.kind, facts.now)
    if (port !== undefined) return { host, port }
  }
  return null
}

async function findPort(tx: Queries, host: Host, kind: string, now: Date): Promise<number | undefined> {
  await store.lockHost(tx, host.name, kind)
  const [use] = await store.selectHostUsage(tx, [host.name])
  if ((use?.standing ?? 0) >= (host.most ?? Infinity)) return undefined
  return store.selectFreePort(tx, host, now)
}

function getFailedHosts({ instances, now }: RentalFacts): Set<string> {
  const recently = addMs(now, -failureMemoryMs)
  const failed = instances.filter(
    ({ started_at, removed_at }) => started_at === null && removed_at !== null && removed_at > recently,
  )
  return new Set(failed.map(({ host_name: hostName }) => hostName))
}

function servesRegion(regions: readonly string[], region: string): boolean {
  return regions.includes('*') || regions.includes(region)
}

function getHostCapacity({ most, ports }: Host): number {
  return most ?? ports.last - ports.first + 1
}
