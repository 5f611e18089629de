import type { Faults } from '../server/faults.ts'
import { sendPost } from '../http-post.ts'
import type { Random } from '../random.ts'
import { type LogBatch, type LogContext, buildLogBatch } from './log-batch.ts'
import type { LogEntry, LogBuffer } from './log-buffer.ts'

export interface LogDestinationOptions {
  url: string
  buffer: LogBuffer
  context: () => LogContext
  faults: Faults
  random: Random
  /** Wall ms. */
  timeoutMs: number
  retryMs: number
  /** Entries that will never be sent. */
  onLost: (entries: readonly LogEntry[]) => void
}

const maxBatchBytes = 65_536

/**
 * One address that the log is sent to: one batch at a time, and again until it was taken. What was written meanwhile goes
 * along with the next try, so that a batch may be sent twice with the same beginning and another end.
 */
export class LogDestination {
  readonly url: string
  /** True permanently once the receiver answered 410. */
  gone = false
  readonly #options: LogDestinationOptions
  readonly #stop = new AbortController()
  #next = 0
  #heldBack: LogBatch | null = null
  #sending: Promise<void> | null = null

  constructor(options: LogDestinationOptions) {
    this.url = options.url
    this.#options = options
  }

  /**
   * Sends everything written so far; resolves when it was accepted, lost permanently or the log was stopped.
   */
  async flush(): Promise<void> {
    do {
      this.#sending ??= this.#sendPending().finally(() => {
        this.#sending = null
      })
      await this.#sending
    } while (this.#sending !== null || (!this.#isStopped() && this.#options.buffer.count > this.#next))
  }

  /** Sends the batch that waits to be overtaken although nothing overtook it. */
  async flushHeldBack(): Promise<void> {
    await this.flush()
    await this.#sendHeldBack()
  }

  /** Nothing is sent any more; what was not taken by now is lost. */
  stop(): void {
    this.#stop.abort()
    this.#options.onLost([...(this.#heldBack?.entries ?? []), ...this.#options.buffer.readAll(this.#next)])
  }

  async #sendPending(): Promise<void> {
    const { buffer, faults, random } = this.#options
    while (!this.#isStopped() && buffer.count > this.#next) {
      const batch = this.#nextBatch(this.#next)
      if (random.chance(faults.logDrop)) this.#options.onLost(batch.entries)
      else if (this.#heldBack === null && random.chance(faults.logReorder)) this.#heldBack = batch
      else await this.#sendReordered(batch)
    }
  }

  /** The batch from an entry on; what it holds counts as sent from here on. */
  #nextBatch(from: number): LogBatch {
    const { buffer, context } = this.#options
    const entries = buffer.readFrom(from, maxBatchBytes)
    this.#next = Math.max(this.#next, (entries.at(-1)?.index ?? buffer.count - 1) + 1)
    return buildLogBatch(entries, context())
  }

  /** The batch once more, with what was written since, if nothing else has gone out in between. */
  #rebuildBatch(batch: LogBatch): LogBatch {
    const [first] = batch.entries
    const isNewest = batch.entries.at(-1)?.index === this.#next - 1
    return first && isNewest ? this.#nextBatch(first.index) : batch
  }

  async #sendReordered(batch: LogBatch): Promise<void> {
    await this.#sendWithFaults(batch)
    await this.#sendHeldBack()
  }

  async #sendHeldBack(): Promise<void> {
    const held = this.#heldBack
    this.#heldBack = null
    if (held) await this.#sendWithFaults(held)
  }

  async #sendWithFaults(first: LogBatch): Promise<void> {
    const { faults, random } = this.#options
    let batch = first
    while (batch.body.length > 0 && !this.#isStopped()) {
      const status = await this.#post(batch)
      if (status === 410) this.gone = true
      const isTorn = random.chance(faults.logTear)
      if (status >= 200 && status < 300 && !isTorn) {
        if (random.chance(faults.logRepeat)) await this.#post(batch)
        return
      }
      if (status >= 400 && status < 500 && status !== 429) return this.#options.onLost(batch.entries)
      if (!isTorn) await this.#waitForRetry()
      batch = this.#rebuildBatch(batch)
    }
    if (batch.body.length > 0) this.#options.onLost(batch.entries)
  }

  #post({ headers, body }: LogBatch): Promise<number> {
    const { timeoutMs } = this.#options
    return sendPost({ url: this.url, headers, body, timeoutMs, signal: this.#stop.signal })
  }

  #waitForRetry(): Promise<void> {
    const { signal } = this.#stop
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, this.#options.retryMs).unref()
      signal.addEventListener('abort', done)
    })
  }

  #isStopped(): boolean {
    return this.gone || this.#stop.signal.aborted
  }
}
