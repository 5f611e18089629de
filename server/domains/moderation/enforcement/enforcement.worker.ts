import { PortalError } from '@clutch/contract/errors.ts'
import { readPortalSettings } from '../../content/index.ts'
import { listPresentPlayers } from '../../events/index.ts'
import { GameConsoles, type ModeratedServer, listModeratedServers } from '../../servers/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Worker, startWorker } from '../../../platform/lifecycle/worker.ts'
import { enforceOnServer } from './enforce-on-server.ts'
import * as store from './sanction-servers.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** How late a lost NOTIFY is noticed at most. */
const tickMs = 2_000
const serversAtOnce = 16
/** How often the console of a server with people is asked who plays there. A current log names them already, but its lines may be lost. */
const lookEveryMs = 5_000
const checkEveryMs = { withoutLog: 15_000, withLog: 300_000 }

export interface EnforcementOptions {
  /** Tests only. */
  tickMs?: number
}

/**
 * Keeps game servers to the sanctions. What has to be done follows from stored rows, so that a crash loses nothing. Each server is
 * worked on by itself: one that is slow or down delays no other. Any number of processes may run it.
 */
export function startEnforcement(context: Dependencies, options: EnforcementOptions = {}): Worker {
  const consoles = new GameConsoles(context)
  const loop = new EnforcementLoop(context, consoles, () => worker.notify())
  const worker = startWorker(context, {
    pass: (stop) => loop.pass(stop, options.tickMs ?? tickMs),
    failureMessage: 'sanctions are not enforced now; retrying',
    channels: [store.sanctionsChannel],
    drain: async () => {
      await loop.drain()
      consoles.close()
    },
  })
  return worker
}

class EnforcementLoop {
  readonly #context: Dependencies
  readonly #consoles: GameConsoles
  readonly #onDone: () => void
  readonly #running = new Map<string, Promise<void>>()
  readonly #nextCheckMs = new Map<string, number>()

  constructor(context: Dependencies, consoles: GameConsoles, onDone: () => void) {
    this.#context = context
    this.#consoles = consoles
    this.#onDone = onDone
  }

  async drain(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /** Starts the work on each server with something due, and the checks of consoles; resolves with the time until the next pass, ms. */
  async pass(stop: AbortSignal, longestMs: number): Promise<number> {
    const { database, clock } = this.#context
    const now = clock.now()
    const { servers: due, next } = await store.selectDueServers(database, now)
    const { settings } = await readPortalSettings(database)
    const servers = await listModeratedServers(database, settings)
    const dueIds = new Set(due)
    for (const server of servers) {
      if (this.#running.size >= serversAtOnce) break
      if (this.#running.has(server.id)) continue
      if (dueIds.has(server.id))
        this.#begin(server, enforceOnServer(this.#context, this.#consoles, server, stop))
      else if (server.humans > 0 && this.#mayCheck(server)) this.#begin(server, this.#check(server, now))
    }
    const untilNext = next === null ? longestMs : next.getTime() - clock.now().getTime()
    return Math.min(longestMs, Math.max(1, untilNext))
  }

  /** Whether it is time to look whether a check is due. */
  #mayCheck({ id }: ModeratedServer): boolean {
    const nowMs = this.#context.clock.monotonicMs()
    if ((this.#nextCheckMs.get(id) ?? -Infinity) > nowMs) return false
    this.#nextCheckMs.set(id, nowMs + lookEveryMs)
    return true
  }

  /** Finds by the console who came, where no line of a log said so. */
  async #check(server: ModeratedServer, now: Date): Promise<void> {
    const { database, log } = this.#context
    const hasLog = (await listPresentPlayers(database, server.id, now)) !== null
    const everyMs = hasLog ? checkEveryMs.withLog : checkEveryMs.withoutLog
    const since = new Date(now.getTime() - everyMs)
    if (!(await store.claimCheck(database, server.id, { now, since }))) return
    try {
      const players = await this.#consoles.listPlayers(server.id)
      const present = players.flatMap(({ steamId }) =>
        steamId === null ? [] : [{ serverId: server.id, steamId, address: null }],
      )
      await database.transaction().execute((tx) => store.queueArrivals(tx, present, now))
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      log.debug({ err: error, server: server.id }, 'cannot read the players of a server by RCON')
    }
  }

  #begin(server: ModeratedServer, work: Promise<void>): void {
    const run = work
      .catch((error: unknown) => {
        this.#context.log.warn(
          { err: error, server: server.id },
          'sanctions are not enforced on a game server',
        )
      })
      .finally(() => {
        this.#running.delete(server.id)
      })
      .then(() => this.#onDone())
    this.#running.set(server.id, run)
  }
}
