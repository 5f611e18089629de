import type { Queries } from '../../../platform/database/index.ts'
import type { FleetNode } from '../drivers/driver.ts'
import type { Fleet } from '../fleet.ts'
import { failedAgain } from './backoff.ts'
import type { Write } from './deed.ts'
import { type Facts, type StepOf, living } from './facts.ts'
import { noteLine } from './lines-store.ts'
import * as store from './place-store.ts'
import { failSwitch } from './switch.ts'
import { after, calmMs } from './times.ts'
import { updateInstance, updateLease, updateSwitch } from './write-store.ts'

interface Room {
  node: FleetNode
  port: number
}

/**
 * Finds a machine and a port for the next generation of a lease: in its region, or where it moves. What stood on a machine
 * that is lost gives way to it with its data (R7); where there is no room, all stays as it is and is tried again.
 */
export function place(fleet: Fleet, step: StepOf<'place'>): Write {
  return async (tx, facts) => {
    const room = await findRoom(fleet, tx, facts, step)
    await (room ? take(fleet, step, room) : noRoom(fleet, step))(tx, facts)
  }
}

function take({ driver }: Fleet, { region, switchId }: StepOf<'place'>, { node, port }: Room): Write {
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
    await noteLine(tx, { leaseId, at: now, generation, what: 'placed', detail: { node: name, port, region } })
    if (switchId !== null) return updateSwitch(tx, switchId, { generation })
    const old = living(facts, lease.generation)
    if (old) {
      await updateInstance(tx, { leaseId, generation: old.generation }, { state: 'stopping', kept: true })
      await noteLine(tx, {
        leaseId,
        at: now,
        generation: old.generation,
        what: 'lost',
        detail: { node: old.node },
      })
    }
    await updateLease(tx, leaseId, { generation, cleared_at: null })
    await store.forgetPlaces(tx, leaseId, now)
  }
}

function noRoom({ random }: Fleet, { region, switchId }: StepOf<'place'>): Write {
  return async (tx, facts) => {
    const { lease, now } = facts
    if (switchId !== null) return failSwitch({ switchId, reason: 'there is no room' })(tx, facts)
    const problem = `there is no room in ${region}`
    await updateLease(tx, lease.id, { ...failedAgain(lease, now, random()), problem })
    await noteLine(tx, { leaseId: lease.id, at: now, generation: null, what: 'no room', detail: { region } })
  }
}

/** The emptiest machine that has a port; one where this lease did not come to run lately is the last resort. */
async function findRoom(
  { driver }: Fleet,
  tx: Queries,
  facts: Facts,
  { region, avoid }: StepOf<'place'>,
): Promise<Room | null> {
  const serving = driver.nodes.filter(({ name, regions }) => name !== avoid && serves(regions, region))
  const use = await store.selectUse(
    tx,
    serving.map(({ name }) => name),
  )
  const failed = failedNodes(facts)
  const fullness = (name: string) => use.find(({ node }) => node === name)?.standing ?? 0
  const inOrder = serving
    .filter(({ name }) => !use.some((one) => one.node === name && one.isSilent))
    .toSorted(
      (one, other) =>
        Number(failed.has(one.name)) - Number(failed.has(other.name)) ||
        fullness(one.name) / sizeOf(one) - fullness(other.name) / sizeOf(other),
    )
  for (const node of inOrder) {
    const port = await portOn(tx, node, driver.kind, facts.now)
    if (port !== undefined) return { node, port }
  }
  return null
}

async function portOn(tx: Queries, node: FleetNode, kind: string, now: Date): Promise<number | undefined> {
  await store.lockNode(tx, node.name, kind)
  const [use] = await store.selectUse(tx, [node.name])
  if ((use?.standing ?? 0) >= (node.most ?? Infinity)) return undefined
  return store.selectFreePort(tx, node, now)
}

function failedNodes({ instances, now }: Facts): Set<string> {
  const recently = after(now, -calmMs)
  const failed = instances.filter(
    ({ started_at, removed_at }) => started_at === null && removed_at !== null && removed_at > recently,
  )
  return new Set(failed.map(({ node }) => node))
}

function serves(regions: readonly string[], region: string): boolean {
  return regions.includes('*') || regions.includes(region)
}

function sizeOf({ most, ports }: FleetNode): number {
  return most ?? ports.last - ports.first + 1
}
