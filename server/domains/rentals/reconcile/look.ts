import type { Queries } from '../../../platform/database/index.ts'
import { NodeSilent } from '../drivers/driver.ts'
import { type Fleet, placeOf, servedNode } from '../fleet.ts'
import type { InstanceRow } from '../lease-store.ts'
import { type Facts, type Look, unreachedNow } from './facts.ts'
import { gameFacts } from './game-facts.ts'
import { noteLine } from './lines-store.ts'
import { within } from './patience.ts'
import { lookMaxMs } from './times.ts'
import { type InstanceChange, notLive, updateInstance } from './write-store.ts'

/** How an instance is: as its machine tells, and the game itself. What says nothing in time is silent. */
export async function lookAt(fleet: Fleet, facts: Facts, generation: number): Promise<Look> {
  const { driver, context } = fleet
  const instance = facts.instances.find((one) => one.generation === generation)
  if (!instance || !servedNode(fleet, instance.node)) return { generation, is: 'silent' }
  try {
    const seen = await within(patienceOf(fleet), driver.observe(placeOf(facts.lease, instance)))
    if (!seen) return { generation, is: 'absent' }
    if (!seen.isRunning) return { generation, is: 'stopped' }
  } catch (error) {
    if (!(error instanceof NodeSilent)) context.log.warn({ err: error }, 'a driver could not look')
    return { generation, is: 'silent' }
  }
  return { generation, is: (await isReady(fleet, facts, instance)) ? 'ready' : 'running' }
}

/** Two looks and a side effect are over before somebody else takes the lease. */
function patienceOf({ patienceMs }: Fleet): number {
  return Math.min(patienceMs, lookMaxMs)
}

async function isReady(fleet: Fleet, { lease }: Facts, one: InstanceRow): Promise<boolean> {
  const { game, context } = fleet
  try {
    return await within(
      patienceOf(fleet),
      game.isReady({ host: one.host, port: one.port }, gameFacts(context, lease)),
    )
  } catch (error) {
    if (!(error instanceof NodeSilent)) context.log.warn({ err: error }, 'a game server could not be asked')
    return false
  }
}

/** What a look changes of what is known, and whether that is news. */
function newsOf(one: InstanceRow, { is }: Look, now: Date): InstanceChange {
  if (is === 'silent') return unreachedNow(one, now)
  const isDown = is === 'absent' || is === 'stopped'
  return {
    ...(one.unreached_at !== null && { unreached_at: null, unreached_seen_at: null }),
    ...(is === 'ready' && one.silent_at !== null && { silent_at: null }),
    ...(is === 'running' && one.state === 'ready' && one.silent_at === null && { silent_at: now }),
    ...(isDown && one.state === 'ready' && { state: 'starting', silent_at: null, ...notLive }),
  }
}

/** Writes it down: the facts as they are then. */
export async function noteLook(
  tx: Queries,
  facts: Facts,
  look: Look | null,
): Promise<{ facts: Facts; isNew: boolean }> {
  const { lease, instances, now } = facts
  const one = instances.find(({ generation }) => generation === look?.generation)
  const news = one && look ? newsOf(one, look, now) : {}
  if (!one || !look || Object.keys(news).length === 0) return { facts, isNew: false }
  const { generation } = one
  await updateInstance(tx, { leaseId: lease.id, generation }, news)
  // The same silence seen again is no news.
  const isNew = look.is !== 'silent' || one.unreached_at?.getTime() !== news.unreached_at?.valueOf()
  if (look.is === 'silent' && isNew) {
    const line = { leaseId: lease.id, at: now, generation, what: 'unreached', detail: { node: one.node } }
    await noteLine(tx, line)
  }
  const noted = { ...one, ...news } as InstanceRow
  return {
    facts: { ...facts, instances: instances.map((each) => (each === one ? noted : each)) },
    isNew: true,
  }
}
