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
  node: Host
  port: number
}

/**
 * Finds a machine and a port for the next generation of a lease: in its region, or where it moves. What stood on a machine
 * that is lost gives way to it with its data (R7); where there is no room, all stays as it is and is tried again.
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
  { node, port }: Placement,
): WriteResult {
  return async (tx, facts) => {
    const { lease, instances, now } = facts
    const leaseId = lease.id
    const generation = Math.max(lease.generation, ...instances.map((one) => one.generation)) + 1
    const { host, publicHost, name } = node
    await store.insertInstance(tx, {
      lease_id: leaseId,
      generation,
      region,
      driver: driver.kind,
      node: name,
      host,
      port,
      public_host: publicHost,
      state: 'placed',
      created_at: now,
      // What was asked of those before it is done by its first start.
      restarted_op: lease.restart_op,
      verified_op: lease.verify_op,
    })
    await addHistoryLine(tx, {
      leaseId,
      at: now,
      generation,
      what: 'placed',
      detail: { node: name, port, region },
    })
    if (switchId !== null) return updateSwitch(tx, switchId, { generation })
    const old = findActiveInstance(facts, lease.generation)
    if (old) {
      await updateInstance(tx, { leaseId, generation: old.generation }, { state: 'stopping', kept: true })
      await addHistoryLine(tx, {
        leaseId,
        at: now,
        generation: old.generation,
        what: 'lost',
        detail: { node: old.node },
      })
    }
    await updateRental(tx, leaseId, { generation, cleared_at: null })
    await store.deleteUnusedInstances(tx, leaseId, now)
  }
}

function handleNoCapacity({ random }: Fleet, { region, switchId }: ActionOf<'place'>): WriteResult {
  return async (tx, facts) => {
    const { lease, now } = facts
    if (switchId !== null) return failRegionSwitch({ switchId, reason: 'there is no room' })(tx, facts)
    const problem = `there is no room in ${region}`
    await updateRental(tx, lease.id, { ...nextRetry(lease, now, random()), problem })
    await addHistoryLine(tx, {
      leaseId: lease.id,
      at: now,
      generation: null,
      what: 'no room',
      detail: { region },
    })
  }
}

/** The emptiest machine that has a port; one where this lease did not come to run lately is the last resort. */
async function findPlacement(
  { driver }: Fleet,
  tx: Queries,
  facts: RentalFacts,
  { region, avoid }: ActionOf<'place'>,
): Promise<Placement | null> {
  const serving = driver.nodes.filter(({ name, regions }) => name !== avoid && servesRegion(regions, region))
  const use = await store.selectHostUsage(
    tx,
    serving.map(({ name }) => name),
  )
  const failed = getFailedHosts(facts)
  const fullness = (name: string) => use.find(({ node }) => node === name)?.standing ?? 0
  const inOrder = serving
    .filter(({ name }) => !use.some((one) => one.node === name && one.isSilent))
    .toSorted(
      (one, other) =>
        Number(failed.has(one.name)) - Number(failed.has(other.name)) ||
        fullness(one.name) / getHostCapacity(one) - fullness(other.name) / getHostCapacity(other),
    )
  for (const node of inOrder) {
    const port = await findPort(tx, node, driver.kind, facts.now)
    if (port !== undefined) return { node, port }
  }
  return null
}

async function findPort(tx: Queries, node: Host, kind: string, now: Date): Promise<number | undefined> {
  await store.lockHost(tx, node.name, kind)
  const [use] = await store.selectHostUsage(tx, [node.name])
  if ((use?.standing ?? 0) >= (node.most ?? Infinity)) return undefined
  return store.selectFreePort(tx, node, now)
}

function getFailedHosts({ instances, now }: RentalFacts): Set<string> {
  const recently = addMs(now, -failureMemoryMs)
  const failed = instances.filter(
    ({ started_at, removed_at }) => started_at === null && removed_at !== null && removed_at > recently,
  )
  return new Set(failed.map(({ node }) => node))
}

function servesRegion(regions: readonly string[], region: string): boolean {
  return regions.includes('*') || regions.includes(region)
}

function getHostCapacity({ most, ports }: Host): number {
  return most ?? ports.last - ports.first + 1
}
