import type { AppContext } from '../../../platform/context.ts'
import type { HistoryCounter } from '../history/history.service.ts'
import type { QueryResult, QueryDriver, QueryTarget } from '../query/query-driver.ts'
import { ServerAddressBlocked } from '../addresses/address-guard.ts'
import { QueryFailed } from '../query/query-failed.ts'
import { type ServerStatus, statusAfterAnswer, statusAfterMiss, isStatusChanged } from './server-status.ts'
import type { ObservedStatus } from './server-status.store.ts'

/** The pace of a first round: ms between two servers, shorter where there are more than an interval holds. */
const maxFirstStepMs = 5

/** Delay of a new server's first query in ms; spreads `count` servers. */
function firstPollDelay(index: number, count: number, intervalMs: number): number {
  return index * Math.min(maxFirstStepMs, intervalMs / count)
}

/** Time of a server's next query; its id determines the offset in the interval, which spreads all servers over it. */
function nextPollTime(id: string, now: number, intervalMs: number): number {
  const offset = (Number.parseInt(id.slice(-8), 16) / 0x1_0000_0000) * intervalMs
  const round = Math.floor((now - offset) / intervalMs) + 1
  return round * intervalMs + offset
}

export interface PolledServer {
  id: string
  target: QueryTarget
  status: ServerStatus | null
}

interface PollEntry extends PolledServer {
  misses: number
  dueMs: number
  asking: boolean
}

type Dependencies = Pick<AppContext, 'clock' | 'log'>

/** Asks a set of servers, each once an interval, and gathers what changed until it is taken. */
export class PollScheduler {
  readonly #history: HistoryCounter
  readonly #dependencies: Dependencies
  readonly #query: QueryDriver
  readonly #intervalMs: number
  readonly #entries = new Map<string, PollEntry>()
  #changed = new Map<string, ObservedStatus>()

  constructor(dependencies: Dependencies, query: QueryDriver, history: HistoryCounter, intervalMs: number) {
    this.#dependencies = dependencies
    this.#query = query
    this.#history = history
    this.#intervalMs = intervalMs
  }

  /** Takes over the registry: new and moved servers are due at once, the others keep their turn. */
  replace(servers: readonly PolledServer[]): void {
    const now = this.#dependencies.clock.monotonicMs()
    const fresh = servers.filter((server) => !hasSameTarget(this.#entries.get(server.id), server))
    const ids = new Set(servers.map(({ id }) => id))
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.#remove(id)
    for (const server of servers) this.#restoreStatus(server)
    for (const [index, server] of fresh.entries()) {
      this.#remove(server.id)
      const dueMs = now + firstPollDelay(index, fresh.length, this.#intervalMs)
      this.#entries.set(server.id, { ...server, misses: 0, dueMs, asking: false })
    }
  }

  /** Queries the servers that are due. */
  tick(): void {
    const now = this.#dependencies.clock.monotonicMs()
    for (const entry of this.#entries.values()) {
      if (entry.dueMs > now || entry.asking) continue
      entry.dueMs = nextPollTime(entry.id, now, this.#intervalMs)
      void this.#ask(entry)
    }
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** Hands over what changed since the last time. */
  take(): ReadonlyMap<string, ObservedStatus> {
    const changed = this.#changed
    this.#changed = new Map()
    return changed
  }

  async #ask(entry: PollEntry): Promise<void> {
    entry.asking = true
    try {
      this.#recordAnswer(entry, await this.#query.ask(entry.target, { list: false }))
    } catch (error) {
      if (error instanceof ServerAddressBlocked && entry.misses === 0)
        this.#dependencies.log.warn(
          { server: entry.id },
          'not queried: a private address and CLUTCH_ALLOW_PRIVATE is off',
        )
      if (!(error instanceof QueryFailed))
        this.#dependencies.log.error({ err: error, server: entry.id }, 'a query failed')
      this.#recordMiss(entry)
    } finally {
      entry.asking = false
    }
  }

  #recordAnswer(entry: PollEntry, answer: QueryResult): void {
    if (this.#entries.get(entry.id) !== entry) return
    entry.misses = 0
    this.#setStatus(entry, statusAfterAnswer(answer))
    this.#history.add(entry.id, answer.players, this.#dependencies.clock.now())
  }

  #recordMiss(entry: PollEntry): void {
    if (this.#entries.get(entry.id) !== entry) return
    entry.misses += 1
    this.#setStatus(entry, statusAfterMiss(entry.status, entry.misses))
  }

  #setStatus(entry: PollEntry, status: ServerStatus | null): void {
    if (status === null || !isStatusChanged(entry.status, status)) return
    entry.status = status
    this.#changed.set(entry.id, { target: entry.target, status })
  }

  /**
   * The stored status was lost with a change that was reverted at once: the observed one is written again.
   */
  #restoreStatus({ id, status }: PolledServer): void {
    const known = this.#entries.get(id)
    if (known?.status && status === null)
      this.#changed.set(id, { target: known.target, status: known.status })
  }

  #remove(id: string): void {
    this.#entries.delete(id)
    this.#changed.delete(id)
  }
}

function hasSameTarget(known: PolledServer | undefined, { target }: PolledServer): boolean {
  if (!known) return false
  const { ip, port, protocol } = known.target
  return ip === target.ip && port === target.port && protocol === target.protocol
}
