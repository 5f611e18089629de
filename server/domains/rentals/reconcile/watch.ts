import { setTimeout as wait } from 'node:timers/promises'
import type { FleetNode, Seen } from '../drivers/driver.ts'
import type { Fleet } from '../fleet.ts'
import { removeOrphans } from './orphans.ts'
import { within } from './patience.ts'
import { after, lookMaxMs, lostMs } from './times.ts'
import * as store from './watch-store.ts'
import type { Live, Standing } from './watch-store.ts'

/** After so many silent looks in a row somebody looks closer. */
const silentLooks = 3
const lookWithinMs = 3_000
const atOnce = 10
const mapMax = 64
const orphansEveryMs = 60_000
/** That a machine is well is written so often. */
const confirmEveryMs = 60_000

/** What a machine said stands on it; null where it said nothing. */
interface Listed {
  node: FleetNode
  list: { seen: Seen[]; complete: boolean } | null
  problem: string
}

export interface PassOptions {
  stop?: AbortSignal
  /** Between every few game servers, ms: so that not all are asked in one moment. */
  pauseMs?: number
}

/**
 * Sees what nobody asked for: that a server is gone, stopped, silent, that a machine is lost or back, that something stands
 * which nobody wants. It changes nothing of a lease but when it is looked at, and what its game told.
 */
export class Watch {
  readonly #fleet: Fleet
  /** Silent looks in a row, by lease and generation. */
  #missed = new Map<string, number>()
  #saved = new Map<string, { problem: string; atMs: number }>()
  #orphansMs = -Infinity

  constructor(fleet: Fleet) {
    this.#fleet = fleet
  }

  async pass({ stop, pauseMs = 0 }: PassOptions = {}): Promise<void> {
    const { driver, context } = this.#fleet
    const { database, clock } = context
    const names = driver.nodes.map(({ name }) => name)
    const listed = await Promise.all(driver.nodes.map((node) => this.#list(node)))
    const standing = await store.selectStanding(database, names)
    for (const one of listed) await this.#compare(one, standing)
    const now = clock.now()
    const forsaken = await store.markForsaken(database, names, after(now, -lostMs), now)
    await store.makeDue(database, forsaken, after(now, lostMs))
    const reached = new Set(listed.filter(({ list }) => list).map(({ node }) => node.name))
    const ready = standing.filter(({ state, node }) => state === 'ready' && reached.has(node))
    await this.#look(ready, { pauseMs, ...(stop && { stop }) })
    if (clock.monotonicMs() - this.#orphansMs < orphansEveryMs || stop?.aborted === true) return
    this.#orphansMs = clock.monotonicMs()
    for (const { node, list } of listed) if (list) await removeOrphans(this.#fleet, node.name, list)
  }

  async #list(node: FleetNode): Promise<Listed> {
    const { driver, patienceMs } = this.#fleet
    const listMs = Math.min(patienceMs, lookMaxMs)
    try {
      return { node, list: await within(listMs, driver.list(node.name)), problem: '' }
    } catch (error) {
      return {
        node,
        list: null,
        problem: error instanceof Error ? error.message.slice(0, 200) : 'it is silent',
      }
    }
  }

  /** Holds what a machine said beside what is written. */
  async #compare({ node, list, problem }: Listed, standing: readonly Standing[]): Promise<void> {
    const { context } = this.#fleet
    const { database, clock } = context
    const now = clock.now()
    await this.#save(node.name, list !== null, problem)
    if (!list) {
      // R7: whether it is lost is decided when it was silent for long.
      const leases = await store.markUnreached(database, node.name, now)
      if (leases.length > 0) context.log.warn({ node: node.name, problem }, 'a machine is not reached')
      await store.makeDue(database, leases, after(now, lostMs))
      return
    }
    const back = standing.some((one) => one.node === node.name && one.unreached_at !== null)
    if (back) await store.makeDue(database, await store.markReached(database, node.name), now)
    const wrong = standing.filter((one) => one.node === node.name && isWrong(one, list))
    await store.makeDueAtOnce(
      database,
      wrong.map(({ lease_id }) => lease_id),
      now,
    )
  }

  async #save(node: string, isListed: boolean, problem: string): Promise<void> {
    const { context, driver } = this.#fleet
    const nowMs = context.clock.monotonicMs()
    const known = this.#saved.get(node)
    if (known?.problem === problem && nowMs - known.atMs < confirmEveryMs) return
    const now = context.clock.now()
    const seen = { node, driver: driver.kind, listedAt: isListed ? now : null, problem }
    await store.saveNode(context.database, seen, now)
    this.#saved.set(node, { problem, atMs: nowMs })
  }

  /** Asks the game servers; what they say is written where it is new. */
  async #look(ready: readonly Standing[], { stop, pauseMs = 0 }: PassOptions): Promise<void> {
    const { database, clock } = this.#fleet.context
    const missed = new Map<string, number>()
    const live: Live[] = []
    const wrong: string[] = []
    for (let from = 0; from < ready.length && stop?.aborted !== true; from += atOnce) {
      const some = ready.slice(from, from + atOnce)
      const looks = await Promise.all(some.map((one) => this.#ask(one)))
      for (const [index, one] of some.entries()) {
        const look = looks[index] ?? null
        const key = `${one.lease_id} ${one.generation}`
        const count = look ? 0 : (this.#missed.get(key) ?? 0) + 1
        if (count > 0) missed.set(key, count)
        if (count >= silentLooks || (look && one.silent_at !== null)) wrong.push(one.lease_id)
        if (look && isNew(one, look)) live.push(look)
      }
      if (pauseMs > 0)
        await wait(pauseMs, undefined, { ...(stop && { signal: stop }) }).catch(() => undefined)
    }
    this.#missed = missed
    await store.writeLive(database, live, clock.now())
    await store.makeDue(database, wrong, clock.now())
  }

  async #ask({ lease_id, generation, host, port }: Standing): Promise<Live | null> {
    try {
      const look = await within(lookWithinMs, this.#fleet.game.look({ host, port }))
      if (!look) return null
      const { map, players, bots, max } = look
      return { lease_id, generation, map: map.slice(0, mapMax), players, bots, players_max: max }
    } catch {
      return null
    }
  }
}

/** Whether what should run does not. */
function isWrong(
  { lease_id, generation, state, is_verifying }: Standing,
  { seen, complete }: { seen: Seen[]; complete: boolean },
): boolean {
  if (state !== 'ready') return false
  const found = seen.find((one) => one.leaseId === lease_id && one.generation === generation)
  if (!found) return complete
  return !found.isRunning && !is_verifying
}

function isNew(one: Standing, live: Live): boolean {
  return (
    one.map !== live.map ||
    one.players !== live.players ||
    one.bots !== live.bots ||
    one.players_max !== live.players_max
  )
}
