import { setTimeout as wait } from 'node:timers/promises'
import type { HeldLock } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { type HistoryCounter, rollUp } from './history.ts'
import { Poll } from './poll.ts'
import type { Driver } from './query.ts'
import { registryChannel } from './registry-store.ts'
import { selectPolled, writeSnapshot } from './status-store.ts'
import { statusOf } from './status.ts'

const askTickMs = 50
const keepTickMs = 100
const checkLockEveryMs = 1_000
const writeAtMostEveryMs = 1_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** One holder's time at the game servers, from taking the lock until it is lost or given back. */
export class Watch {
  readonly #context: AppContext
  readonly #lock: HeldLock
  readonly #poll: Poll
  readonly #history: HistoryCounter
  #registryChanged = true
  #writtenMs = -Infinity
  #confirmedMs: number
  #rolledUpTo = 0

  constructor(context: AppContext, lock: HeldLock, query: Driver, history: HistoryCounter) {
    this.#context = context
    this.#lock = lock
    this.#history = history
    this.#poll = new Poll(context, query, history, context.config.pollIntervalMs)
    this.#confirmedMs = context.clock.monotonicMs()
  }

  /** Polls until `stop` or the loss of the lock; throws what the database throws, and polls no longer then. */
  async run(stop: AbortSignal): Promise<void> {
    const failed = new AbortController()
    const over = AbortSignal.any([stop, this.#lock.lost, failed.signal])
    await this.#lock.listen(registryChannel, () => {
      this.#registryChanged = true
    })
    const asking = setInterval(() => this.#poll.tick(), askTickMs)
    over.addEventListener('abort', () => clearInterval(asking), { once: true })
    const checking = this.#checkLock(over)
    try {
      while (!over.aborted) {
        await this.#keep()
        await wait(keepTickMs, undefined, { signal: over }).catch(() => undefined)
      }
    } finally {
      clearInterval(asking)
      failed.abort()
      await checking
    }
    if (this.#lock.lost.aborted) return
    await this.#write()
    await this.#history.write(this.#context.database)
  }

  /** Beside `#keep`, which may wait for the database: whoever is asked without the lock is asked twice. */
  async #checkLock(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await wait(checkLockEveryMs, undefined, { signal: over }).catch(() => undefined)
      if (!over.aborted) await this.#lock.held()
    }
  }

  async #keep(): Promise<void> {
    if (this.#registryChanged) await this.#readRegistry()
    await this.#writeWhenDue()
    const now = this.#context.clock.now()
    await this.#history.write(this.#context.database, now)
    await this.#rollUpWhenDue(now)
  }

  async #readRegistry(): Promise<void> {
    this.#registryChanged = false
    const rows = await selectPolled(this.#context.database)
    this.#poll.replace(
      rows.map((row) => ({
        id: row.id,
        target: { ip: row.ip, port: row.port, protocol: row.protocol },
        status: statusOf(row),
      })),
    )
    this.#poll.tick()
  }

  /** What changed, at most once a second; that all still holds, once an interval. */
  async #writeWhenDue(): Promise<void> {
    const now = this.#context.clock.monotonicMs()
    const changed = this.#poll.hasChanges && now - this.#writtenMs >= writeAtMostEveryMs
    if (changed || now - this.#confirmedMs >= this.#context.config.pollIntervalMs) await this.#write()
  }

  async #write(): Promise<void> {
    this.#writtenMs = this.#context.clock.monotonicMs()
    this.#confirmedMs = this.#writtenMs
    await writeSnapshot(this.#context.database, this.#poll.take(), this.#context.clock.now())
  }

  /** Each hour after it ended; at the start all of the last day, for the holders before may have missed some. */
  async #rollUpWhenDue(now: Date): Promise<void> {
    const hour = Math.floor(now.getTime() / hourMs)
    if (hour === this.#rolledUpTo) return
    await rollUp(this.#context.database, now, this.#rolledUpTo === 0 ? dayMs : 2 * hourMs)
    this.#rolledUpTo = hour
  }
}
