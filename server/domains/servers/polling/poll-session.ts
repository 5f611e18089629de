import { setTimeout as wait } from 'node:timers/promises'
import type { HeldLock } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type HistoryCounter, rollUpHistory } from '../history/history.service.ts'
import { PollScheduler } from './poll-scheduler.ts'
import type { QueryDriver } from '../query/query-driver.ts'
import { registryChannel } from '../registry/registry.store.ts'
import { selectPolledServers, saveStatuses } from './server-status.store.ts'
import { readStatus } from './server-status.ts'

const pollTickMs = 50
const saveTickMs = 100
const lockCheckIntervalMs = 1_000
/** A check this long ago says nothing: the process was frozen, and another may poll. */
const lockCheckValidMs = 3_000
const minWriteIntervalMs = 1_000
const hourMs = 3_600_000
const rollUpRetryMs = 5_000

/** One holder's time at the game servers, from taking the lock until it is lost or given back. */
export class PollSession {
  readonly #context: AppContext
  readonly #lock: HeldLock
  readonly #scheduler: PollScheduler
  readonly #history: HistoryCounter
  #registryChanged = true
  #writtenMs = -Infinity
  #confirmedMs: number
  #checkedMs: number
  #rolledUpTo = 0
  #rollingUp: Promise<void> | null = null
  #nextRollUpMs = -Infinity

  constructor(context: AppContext, lock: HeldLock, query: QueryDriver, history: HistoryCounter) {
    this.#context = context
    this.#lock = lock
    this.#history = history
    this.#scheduler = new PollScheduler(context, query, history, context.config.pollIntervalMs)
    this.#confirmedMs = context.clock.monotonicMs()
    this.#checkedMs = this.#confirmedMs
  }

  /** Polls until `stop` or the loss of the lock; throws what the database throws, and polls no longer then. */
  async run(stop: AbortSignal): Promise<void> {
    const failed = new AbortController()
    const over = AbortSignal.any([stop, this.#lock.lost, failed.signal])
    await this.#lock.listen(registryChannel, () => {
      this.#registryChanged = true
    })
    const asking = setInterval(() => this.#scheduler.tick(), pollTickMs)
    over.addEventListener('abort', () => clearInterval(asking), { once: true })
    const checking = this.#checkLock(over)
    try {
      while (!over.aborted) {
        await this.#saveDue(over)
        await wait(saveTickMs, undefined, { signal: over }).catch(() => undefined)
      }
    } finally {
      clearInterval(asking)
      failed.abort()
      await checking
      await this.#rollingUp
    }
    if (this.#lock.lost.aborted) return
    await this.#write()
    await this.#history.write(this.#context.database)
  }

  /**
   * Runs concurrently with `#keep`, which may wait for the database: without the lock, servers would be queried twice.
   */
  async #checkLock(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await wait(lockCheckIntervalMs, undefined, { signal: over }).catch(() => undefined)
      if (!over.aborted) await this.#isLockHeld()
    }
  }

  async #isLockHeld(): Promise<boolean> {
    if (!(await this.#lock.held())) return false
    this.#checkedMs = this.#context.clock.monotonicMs()
    return true
  }

  async #saveDue(over: AbortSignal): Promise<void> {
    const isChecked = this.#context.clock.monotonicMs() - this.#checkedMs < lockCheckValidMs
    if (!isChecked && !(await this.#isLockHeld())) return
    if (this.#registryChanged) await this.#readRegistry()
    await this.#writeWhenDue()
    const now = this.#context.clock.now()
    await this.#history.write(this.#context.database, now)
    this.#startRollUpWhenDue(now, over)
  }

  async #readRegistry(): Promise<void> {
    this.#registryChanged = false
    const rows = await selectPolledServers(this.#context.database)
    this.#scheduler.replace(
      rows.map((row) => ({
        id: row.id,
        target: { ip: row.ip, port: row.port, protocol: row.protocol },
        status: readStatus(row),
      })),
    )
    this.#scheduler.tick()
  }

  /** What changed, at most once a second; that all still holds, once an interval. */
  async #writeWhenDue(): Promise<void> {
    const now = this.#context.clock.monotonicMs()
    const changed = this.#scheduler.hasChanges && now - this.#writtenMs >= minWriteIntervalMs
    if (changed || now - this.#confirmedMs >= this.#context.config.pollIntervalMs) await this.#write()
  }

  async #write(): Promise<void> {
    this.#writtenMs = this.#context.clock.monotonicMs()
    this.#confirmedMs = this.#writtenMs
    await saveStatuses(this.#context.database, this.#scheduler.take(), this.#context.clock.now())
  }

  /** Each hour after it ended, beside the saving of statuses: a roll-up that is slow or fails keeps no status back. */
  #startRollUpWhenDue(now: Date, over: AbortSignal): void {
    const { clock, database, log } = this.#context
    const hour = Math.floor(now.getTime() / hourMs)
    if (hour === this.#rolledUpTo || this.#rollingUp || clock.monotonicMs() < this.#nextRollUpMs) return
    this.#rollingUp = rollUpHistory(database, now, over)
      .then(() => {
        this.#rolledUpTo = hour
      })
      .catch((error: unknown) => {
        this.#nextRollUpMs = clock.monotonicMs() + rollUpRetryMs
        log.warn({ err: error }, 'the history of the servers is not rolled up now; retrying')
      })
      .finally(() => {
        this.#rollingUp = null
      })
  }
}
