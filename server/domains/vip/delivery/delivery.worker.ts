import { getGroupMembers, membershipsChannel } from '../../accounts/index.ts'
import { readPortalSettings } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type RconServer, listRconServers } from '../../servers/index.ts'
import { type Worker, startWorker } from '../../../platform/lifecycle/worker.ts'
import { countPendingChanges } from './membership-changes.store.ts'
import { enabledKinds } from './membership-changes.ts'
import * as store from './deliveries.store.ts'
import { deliverToServer } from './deliver-to-server.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** How late an end that passes by itself, a server that came back or a lost NOTIFY is noticed. */
const tickEveryMs = 5_000
/**
 * A complete delivery with unchanged inputs is compared again only this often: with many servers that is the
 * costly part.
 */
const compareEveryMs = 60_000
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
    pass: async (stop) => {
      await loop.pass(stop)
      return tickMs
    },
    failureMessage: 'VIP is not delivered to game servers now; retrying',
    channels: [membershipsChannel, store.resetChannel],
    onNotify: () => loop.forgetLastLook(),
    drain: () => loop.drain(),
  })
  return worker
}

class DeliveryLoop {
  readonly #context: Dependencies
  readonly #limits: DeliveryLimits
  readonly #onDone: () => void
  readonly #turns = new Map<string, Promise<void>>()
  /** The inputs of the last complete delivery, its time (monotonic ms), and when a change that was refused is due. */
  #whole: { seen: string; atMs: number; retryAt: Date | null } = { seen: '', atMs: -Infinity, retryAt: null }

  constructor(context: Dependencies, limits: DeliveryLimits, onDone: () => void) {
    this.#context = context
    this.#limits = limits
    this.#onDone = onDone
  }

  /** Makes the next pass compare everything again. */
  forgetLastLook(): void {
    this.#whole.seen = ''
  }

  async drain(): Promise<void> {
    await Promise.all(this.#turns.values())
  }

  /** Starts a delivery to each server with pending changes, unless one runs or waits for its retry. */
  async pass(stop: AbortSignal): Promise<void> {
    const { database, clock } = this.#context
    const commands = (await readPortalSettings(database)).settings.vipCommands
    const kinds = enabledKinds(commands)
    if (kinds.length === 0) return
    const consoles = await listRconServers(database)
    if (consoles.length === 0) return
    const ready = await this.#readyOf(consoles)
    const now = clock.now()
    const holders = await getGroupMembers(database, 'vip', now)
    const fingerprint = JSON.stringify([commands, consoles, [...ready.keys()], holders])
    const atMs = clock.monotonicMs()
    const { seen, atMs: seenMs, retryAt } = this.#whole
    const isRetryDue = retryAt !== null && retryAt <= now
    if (fingerprint === seen && atMs - seenMs < compareEveryMs && !isRetryDue) return
    this.#whole = { seen: '', atMs, retryAt: null }
    const filter = { servers: [...ready.keys()], holders, kinds, now, dueOnly: true }
    const waiting = await countPendingChanges(database, filter)
    if (waiting.size === 0)
      this.#whole = { seen: fingerprint, atMs, retryAt: await store.selectNextRetry(database, now) }
    // Longest waiting first, so that slow servers do not delay the others.
    const triedOf = (server: string) => ready.get(server)?.tried ?? 0
    const inTurn = [...waiting.keys()].toSorted((one, other) => triedOf(one) - triedOf(other))
    for (const server of inTurn) {
      if (this.#turns.size >= this.#limits.serversAtOnce) return
      this.#begin(
        server,
        deliverToServer(
          this.#context,
          {
            server,
            commands: { ...commands, serverId: ready.get(server)?.vipServerId ?? commands.serverId },
            tries: ready.get(server)?.tries ?? 0,
            holders,
            changesAtOnce: this.#limits.changesAtOnce,
          },
          stop,
        ),
      )
    }
  }

  /** Returns the servers that may receive a delivery now. */
  async #readyOf(consoles: readonly RconServer[]): Promise<Map<string, Ready>> {
    const { database, clock } = this.#context
    const servers = consoles.map(({ id }) => id)
    const known = new Map(
      (await store.selectDeliveries(database, servers)).map((row) => [row.server_id, row]),
    )
    const now = clock.now()
    const ready = new Map<string, Ready>()
    for (const { id, fingerprint, onlineSince, vipServerId } of consoles) {
      const row = known.get(id)
      const cameBack = onlineSince !== null && (row?.reset_at ?? new Date(0)) < onlineSince
      const isNew = row?.console !== fingerprint || cameBack
      if (isNew) await this.#reset({ server: id, console: fingerprint, since: onlineSince })
      const rests = !isNew && row.try_at !== null && row.try_at > now
      const triedAt = row?.tried_at?.getTime() ?? 0
      if (!rests && !this.#turns.has(id))
        ready.set(id, { tries: isNew ? 0 : row.tries, tried: triedAt, vipServerId })
    }
    return ready
  }

  async #reset(server: Parameters<typeof store.resetDelivery>[1]): Promise<void> {
    await this.#context.database.transaction().execute((tx) => store.resetDelivery(tx, server))
  }

  #begin(server: string, delivery: Promise<void>): void {
    const run = delivery
      .catch((error: unknown) => {
        this.#context.log.warn({ err: error, server }, 'the delivery of VIP to a game server failed')
      })
      .finally(() => {
        this.#turns.delete(server)
        this.#onDone()
      })
    this.#turns.set(server, run)
  }
}
