import type { AppContext } from '../../platform/context.ts'
import type { HistoryCounter } from './history.ts'
import type { Answer, Driver, Target } from './query.ts'
import { AddressClosed } from './open-addresses.ts'
import { firstDelay, nextDue } from './schedule.ts'
import { ServerSilent } from './silent.ts'
import { type Status, afterAnswer, afterMiss, differs } from './status.ts'
import type { Seen } from './status-store.ts'

export interface Polled {
  id: string
  target: Target
  status: Status | null
}

interface Entry extends Polled {
  misses: number
  dueMs: number
  asking: boolean
}

type Parts = Pick<AppContext, 'clock' | 'log'>

/** Asks a set of servers, each once an interval, and gathers what changed until it is taken. */
export class Poll {
  readonly #history: HistoryCounter
  readonly #parts: Parts
  readonly #query: Driver
  readonly #intervalMs: number
  readonly #entries = new Map<string, Entry>()
  #changed = new Map<string, Seen>()

  constructor(parts: Parts, query: Driver, history: HistoryCounter, intervalMs: number) {
    this.#parts = parts
    this.#query = query
    this.#history = history
    this.#intervalMs = intervalMs
  }

  /** Takes over the registry: new and moved servers are due at once, the others keep their turn. */
  replace(servers: readonly Polled[]): void {
    const now = this.#parts.clock.monotonicMs()
    const fresh = servers.filter((server) => !isSame(this.#entries.get(server.id), server))
    const kept = new Set(servers.map(({ id }) => id))
    for (const id of this.#entries.keys()) if (!kept.has(id)) this.#forget(id)
    for (const server of servers) this.#restore(server)
    for (const [place, server] of fresh.entries()) {
      this.#forget(server.id)
      const dueMs = now + firstDelay(place, fresh.length, this.#intervalMs)
      this.#entries.set(server.id, { ...server, misses: 0, dueMs, asking: false })
    }
  }

  /** Asks whoever is due. */
  tick(): void {
    const now = this.#parts.clock.monotonicMs()
    for (const entry of this.#entries.values()) {
      if (entry.dueMs > now || entry.asking) continue
      entry.dueMs = nextDue(entry.id, now, this.#intervalMs)
      void this.#ask(entry)
    }
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** Hands over what changed since the last time. */
  take(): ReadonlyMap<string, Seen> {
    const changed = this.#changed
    this.#changed = new Map()
    return changed
  }

  async #ask(entry: Entry): Promise<void> {
    entry.asking = true
    try {
      this.#answered(entry, await this.#query.ask(entry.target, { list: false }))
    } catch (error) {
      if (error instanceof AddressClosed && entry.misses === 0)
        this.#parts.log.warn({ server: entry.id }, 'not asked: CLUTCH_ALLOW_PRIVATE is off')
      if (!(error instanceof ServerSilent))
        this.#parts.log.error({ err: error, server: entry.id }, 'a query failed')
      this.#missed(entry)
    } finally {
      entry.asking = false
    }
  }

  #answered(entry: Entry, answer: Answer): void {
    if (this.#entries.get(entry.id) !== entry) return
    entry.misses = 0
    this.#become(entry, afterAnswer(answer))
    this.#history.add(entry.id, answer.players, this.#parts.clock.now())
  }

  #missed(entry: Entry): void {
    if (this.#entries.get(entry.id) !== entry) return
    entry.misses += 1
    this.#become(entry, afterMiss(entry.status, entry.misses))
  }

  #become(entry: Entry, status: Status | null): void {
    if (status === null || !differs(entry.status, status)) return
    entry.status = status
    this.#changed.set(entry.id, { target: entry.target, status })
  }

  /** What is stored went with a change that was taken back at once: what was seen is written again. */
  #restore({ id, status }: Polled): void {
    const known = this.#entries.get(id)
    if (known?.status && status === null)
      this.#changed.set(id, { target: known.target, status: known.status })
  }

  #forget(id: string): void {
    this.#entries.delete(id)
    this.#changed.delete(id)
  }
}

function isSame(known: Polled | undefined, { target }: Polled): boolean {
  if (!known) return false
  const { ip, port, protocol } = known.target
  return ip === target.ip && port === target.port && protocol === target.protocol
}
