import { PortalError } from '@clutch/contract/errors.ts'
import { readPortalSettings } from '../../content/index.ts'
import { listPresentPlayers } from '../../events/index.ts'
import { GameConsoles, type ModeratedServer, listModeratedServers } from '../../servers/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Worker, startWorker } from '../../../platform/lifecycle/worker.ts'
import { enforceOnServer } from './enforce-on-server.ts'
import * as store from './sanction-servers.store.ts'
import { ServerTurns } from './server-turns.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** How late a lost NOTIFY is noticed at most. */
const tickMs = 2_000
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
  readonly #turns = new ServerTurns()
  readonly #running = new Set<Promise<void>>()
  readonly #nextCheckMs = new Map<string, number>()

  constructor(context: Dependencies, consoles: GameConsoles, onDone: () => void) {
    this.#context = context
    this.#consoles = consoles
    this.#onDone = onDone
  }

  async drain(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Starts the work on each server with something due, and the checks of consoles; resolves with the time until the next pass, ms. */
  async pass(stop: AbortSignal, longestMs: number): Promise<number> {
    const { database, clock } = this.#context
    const now = clock.now()
    const { servers: due, next } = await store.selectDueServers(database, now)
    const { settings } = await readPortalSettings(database)
    const servers = new Map(
      (await listModeratedServers(database, settings)).map((server) => [server.id, server]),
    )
    const begin = (
      id: string,
      work: (server: ModeratedServer) => Promise<boolean | undefined>,
      restMs?: number,
    ) => {
      const server = servers.get(id)
      if (server) this.#begin(server, now, work(server), restMs)
    }
    const known = due.filter(({ id }) => servers.has(id))
    for (const id of this.#turns.select(known, clock.monotonicMs()))
      begin(id, (server) => enforceOnServer(this.#context, this.#consoles, server, stop))
    const dueIds = new Set(due.map(({ id }) => id))
    const checks = this.#selectChecks([...servers.values()].filter(({ id }) => !dueIds.has(id)))
    for (const id of this.#turns.select(checks, clock.monotonicMs()))
      begin(id, (server) => this.#check(server, now), checkEveryMs.withoutLog)
    const untilNext = next === null ? longestMs : next.getTime() - clock.now().getTime()
    return Math.min(longestMs, Math.max(1, untilNext))
  }

  /** The servers with people whose console may have to be asked again, the one looked at longest ago first. */
  #selectChecks(servers: readonly ModeratedServer[]): store.DueServer[] {
    const nowMs = this.#context.clock.monotonicMs()
    const nextMs = (id: string) => this.#nextCheckMs.get(id) ?? -Infinity
    return servers
      .filter(({ id, humans }) => humans > 0 && nextMs(id) <= nowMs)
      .toSorted((one, other) => nextMs(one.id) - nextMs(other.id))
      .map(({ id }) => ({ id, queuedAt: null }))
  }

  /** Finds by the console who came, where no line of a log said so. Returns whether it answered; undefined where it was not asked. */
  async #check(server: ModeratedServer, now: Date): Promise<boolean | undefined> {
    const { clock, database, log } = this.#context
    this.#nextCheckMs.set(server.id, clock.monotonicMs() + lookEveryMs)
    const hasLog = (await listPresentPlayers(database, server.id, now)) !== null
    const everyMs = hasLog ? checkEveryMs.withLog : checkEveryMs.withoutLog
    const since = new Date(now.getTime() - everyMs)
    if (!(await store.claimCheck(database, server.id, { now, since }))) return undefined
    try {
      const players = await this.#consoles.listPlayers(server.id)
      const present = players.flatMap(({ steamId }) =>
        steamId === null ? [] : [{ serverId: server.id, steamId, address: null }],
      )
      await database.transaction().execute((tx) => store.queueArrivals(tx, present, now))
      return true
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      log.debug({ err: error, server: server.id }, 'cannot read the players of a server by RCON')
      return false
    }
  }

  #begin(
    { id }: ModeratedServer,
    beganAt: Date,
    work: Promise<boolean | undefined>,
    longestRestMs?: number,
  ): void {
    const { clock, log } = this.#context
    this.#turns.begin(id)
    const run = work
      .catch((error: unknown) => {
        log.warn({ err: error, server: id }, 'sanctions are not enforced on a game server')
        return undefined
      })
      .then((isReachable) => {
        const result = { beganAt, isReachable, ...(longestRestMs !== undefined && { longestRestMs }) }
        this.#turns.end(id, result, clock.monotonicMs())
        this.#running.delete(run)
        this.#onDone()
      })
    this.#running.add(run)
  }
}
