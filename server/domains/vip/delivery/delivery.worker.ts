import { getGroupMembers, membershipsChannel } from '../../accounts/index.ts'
import { readPortalSettings } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type RconServer, listRconServers } from '../../servers/index.ts'
import { type Worker, startWorker } from '../../../platform/lifecycle/worker.ts'
import {
  type PendingFilter,
  countPendingChanges,
  selectServersWithChanges,
} from './membership-changes.store.ts'
import { enabledKinds } from './membership-changes.ts'
import * as store from './deliveries.store.ts'
import { deliverToServer } from './deliver-to-server.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** How late an end that passes by itself, a server that came back or a lost NOTIFY is noticed. */
const tickEveryMs = 5_000
/**
 * A server that has everything is compared in full again only this often. Without a command that extends, a server forgets a member who was
 * extended at the end that it knows, which only a comparison finds.
 */
const compareEveryMs = { withExtend: 600_000, withoutExtend: 60_000 }
/** How many servers a pass resets or compares in full, each with a statement of its own, and of how many players it looks at the changes alone. */
const comparedAtOnce = 100
const changedPlayersAtOnce = 50
const defaultServersAtOnce = 16
const defaultChangesAtOnce = 100

interface DeliveryLimits {
  serversAtOnce: number
  changesAtOnce: number
}

interface DeliveryOptions extends Partial<DeliveryLimits> {
  tickMs?: number
}

/** A server that may receive a delivery now. */
interface Ready {
  /** How often it has failed in a row. */
  tries: number
  /** When its last delivery was (ms since 1970); 0 if never. */
  tried: number
  /** The server's own number in the plugin's table; null: that of the commands. */
  vipServerId: number | null
  /** When everything was last to be delivered again (ms since 1970). */
  resetAt: number | null
  /** Whether its last worker died. */
  isClaimExpired: boolean
}

/** When a server last had everything (monotonic ms), and after which reset. */
interface Compared {
  atMs: number
  resetAt: number | null
}

/**
 * Delivers VIP to game servers (F7) while what they accepted differs from the memberships. The work follows
 * from stored state, so a crash loses nothing. Each server is served separately; one that fails rests and
 * delays no other.
 */
export function startVipDelivery(
  context: Dependencies,
  {
    tickMs = tickEveryMs,
    serversAtOnce = defaultServersAtOnce,
    changesAtOnce = defaultChangesAtOnce,
  }: DeliveryOptions = {},
): Worker {
  const loop = new DeliveryLoop(context, { serversAtOnce, changesAtOnce }, () => worker.notify())
  const worker = startWorker(context, {
    pass: async (stop) => ((await loop.pass(stop)) ? 0 : tickMs),
    failureMessage: 'VIP is not delivered to game servers now; retrying',
    channels: [membershipsChannel, store.resetChannel],
    drain: () => loop.drain(),
  })
  return worker
}

class DeliveryLoop {
  readonly #context: Dependencies
  readonly #limits: DeliveryLimits
  readonly #onDone: () => void
  readonly #turns = new Map<string, Promise<void>>()
  /** Servers that had everything, and those of the others that are known to lack something. */
  readonly #compared = new Map<string, Compared>()
  readonly #waiting = new Set<string>()
  #commands = ''
  #holders: ReadonlyMap<string, number | null> = new Map()
  /** Rises with each change of the memberships or commands. */
  #version = 0

  constructor(context: Dependencies, limits: DeliveryLimits, onDone: () => void) {
    this.#context = context
    this.#limits = limits
    this.#onDone = onDone
  }

  async drain(): Promise<void> {
    await Promise.all(this.#turns.values())
  }

  /**
   * Starts a delivery to each server with pending changes, unless one runs or waits for its retry. Returns whether the next pass
   * should start at once.
   */
  async pass(stop: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#context
    const commands = (await readPortalSettings(database)).settings.vipCommands
    const kinds = enabledKinds(commands)
    if (kinds.length === 0) return false
    const consoles = await listRconServers(database)
    if (consoles.length === 0) return false
    const { ready, isComplete } = await this.#readyOf(consoles)
    const now = clock.now()
    const holders = await getGroupMembers(database, 'vip', now)
    const filter = { servers: [], holders, kinds, now, dueOnly: true }
    await this.#noteChanges(
      filter,
      JSON.stringify([commands, consoles.map(({ vipServerId }) => vipServerId)]),
    )
    for (const server of await store.selectServersToRetry(database, now)) this.#compared.delete(server)
    const atMs = clock.monotonicMs()
    const everyMs = kinds.includes('extend') ? compareEveryMs.withExtend : compareEveryMs.withoutExtend
    const due = [...ready]
      .filter(([server, one]) => !this.#isComplete(server, one, atMs - everyMs))
      // Longest waiting first, so that slow servers do not delay the others.
      .toSorted(([, one], [, other]) => one.tried - other.tried)
    let compared = 0
    for (const [server, { tries, vipServerId, resetAt }] of due) {
      if (this.#turns.size >= this.#limits.serversAtOnce) return false
      if (!this.#waiting.has(server)) {
        if (compared === comparedAtOnce) return true
        compared += 1
        const waiting = await countPendingChanges(database, { ...filter, servers: [server] })
        if (waiting.size === 0) {
          this.#compared.set(server, { atMs, resetAt })
          continue
        }
      }
      const ofServer = { ...commands, serverId: vipServerId ?? commands.serverId }
      const { changesAtOnce } = this.#limits
      const ofTurn = { server, commands: ofServer, tries, changesAtOnce }
      const delivery = deliverToServer(this.#context, ofTurn, stop)
      this.#begin(server, delivery, { atMs, resetAt })
    }
    return !isComplete
  }

  #isComplete(server: string, { resetAt, isClaimExpired }: Ready, sinceMs: number): boolean {
    const compared = this.#compared.get(server)
    return (
      compared !== undefined && !isClaimExpired && compared.resetAt === resetAt && compared.atMs > sinceMs
    )
  }

  /** Finds the servers that had everything and lack the changes of memberships since the last pass; after a change of commands, all may. */
  async #noteChanges(filter: PendingFilter, commands: string): Promise<void> {
    const holders = new Map(
      filter.holders.map(({ steamId, expires }) => [steamId, expires?.getTime() ?? null] as const),
    )
    const players = [...new Set([...this.#holders.keys(), ...holders.keys()])].filter(
      (player) => !holders.has(player) || this.#holders.get(player) !== holders.get(player),
    )
    if (players.length === 0 && commands === this.#commands) return
    // Before the query: a delivery that ends meanwhile did not know of these changes.
    this.#version += 1
    if (commands !== this.#commands || players.length > changedPlayersAtOnce) this.#compared.clear()
    const servers = [...this.#compared.keys()]
    for (const server of await selectServersWithChanges(
      this.#context.database,
      { ...filter, servers },
      players,
    )) {
      this.#compared.delete(server)
      this.#waiting.add(server)
    }
    this.#commands = commands
    this.#holders = holders
  }

  /** Returns the servers that may receive a delivery now, and whether these are all. */
  async #readyOf(
    consoles: readonly RconServer[],
  ): Promise<{ ready: Map<string, Ready>; isComplete: boolean }> {
    const { database, clock } = this.#context
    const servers = consoles.map(({ id }) => id)
    const known = new Map(
      (await store.selectDeliveries(database, servers)).map((row) => [row.server_id, row]),
    )
    const now = clock.now()
    const ready = new Map<string, Ready>()
    let resets = 0
    for (const { id, fingerprint, onlineSince, vipServerId } of consoles) {
      const row = known.get(id)
      const cameBack = onlineSince !== null && (row?.reset_at ?? new Date(0)) < onlineSince
      const isNew = row?.console !== fingerprint || cameBack
      if (isNew && resets === comparedAtOnce) return { ready, isComplete: false }
      if (isNew) {
        resets += 1
        await this.#reset({ server: id, console: fingerprint, since: onlineSince })
      }
      const rests = !isNew && row.try_at !== null && row.try_at > now
      if (rests || this.#turns.has(id)) continue
      ready.set(id, {
        tries: isNew ? 0 : row.tries,
        tried: row?.tried_at?.getTime() ?? 0,
        vipServerId,
        resetAt: (isNew ? onlineSince : null)?.getTime() ?? row?.reset_at?.getTime() ?? null,
        isClaimExpired: row != null && row.claim_id !== null,
      })
    }
    return { ready, isComplete: true }
  }

  async #reset(server: Parameters<typeof store.resetDelivery>[1]): Promise<void> {
    this.#compared.delete(server.server)
    await this.#context.database.transaction().execute((tx) => store.resetDelivery(tx, server))
  }

  #begin(server: string, delivery: Promise<boolean>, compared: Compared): void {
    const version = this.#version
    const run = delivery
      .catch((error: unknown) => {
        this.#context.log.warn({ err: error, server }, 'the delivery of VIP to a game server failed')
        return false
      })
      .then((isComplete) => {
        this.#turns.delete(server)
        this.#waiting.delete(server)
        if (isComplete && version === this.#version) this.#compared.set(server, compared)
        this.#onDone()
      })
    this.#turns.set(server, run)
  }
}
