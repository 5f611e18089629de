import type { Faults } from '../faults.ts'
import { post } from '../http-post.ts'
import type { Random } from '../random.ts'
import { type Batch, type LogContext, batchOf } from './batch.ts'
import type { Entry, LogBook } from './book.ts'

export interface DestinationOptions {
  url: string
  book: LogBook
  context: () => LogContext
  faults: Faults
  random: Random
  /** Wall ms. */
  timeoutMs: number
  retryMs: number
  /** Entries that will never be sent. */
  lost: (entries: readonly Entry[]) => void
}

const maxBatchBytes = 65_536

/**
 * One address that the log is sent to: one batch at a time, and again until it was taken. What was written meanwhile goes
 * along with the next try, so that a batch may be sent twice with the same beginning and another end.
 */
export class Destination {
  readonly url: string
  /** True for good once the other side answered 410. */
  gone = false
  readonly #options: DestinationOptions
  readonly #stop = new AbortController()
  #next = 0
  #heldBack: Batch | null = null
  #working: Promise<void> | null = null

  constructor(options: DestinationOptions) {
    this.url = options.url
    this.#options = options
  }

  /** Sends everything written so far; resolves when it was taken, lost for good or the log was stopped. */
  async flush(): Promise<void> {
    do {
      this.#working ??= this.#work().finally(() => {
        this.#working = null
      })
      await this.#working
    } while (this.#working !== null || (!this.#isOver() && this.#options.book.count > this.#next))
  }

  /** Sends the batch that waits to be overtaken although nothing overtook it. */
  async flushHeldBack(): Promise<void> {
    await this.flush()
    await this.#deliverHeldBack()
  }

  /** Nothing is sent any more; what was not taken by now is lost. */
  stop(): void {
    this.#stop.abort()
    this.#options.lost([...(this.#heldBack?.entries ?? []), ...this.#options.book.since(this.#next)])
  }

  async #work(): Promise<void> {
    const { book, faults, random } = this.#options
    while (!this.#isOver() && book.count > this.#next) {
      const batch = this.#gather(this.#next)
      if (random.chance(faults.logDrop)) this.#options.lost(batch.entries)
      else if (this.#heldBack === null && random.chance(faults.logReorder)) this.#heldBack = batch
      else await this.#deliverWithHeldBack(batch)
    }
  }

  /** The batch from an entry on; what it holds counts as sent from here on. */
  #gather(from: number): Batch {
    const { book, context } = this.#options
    const entries = book.from(from, maxBatchBytes)
    this.#next = Math.max(this.#next, (entries.at(-1)?.index ?? book.count - 1) + 1)
    return batchOf(entries, context())
  }

  /** The batch once more, with what was written since, if nothing else has gone out in between. */
  #gatherAgain(batch: Batch): Batch {
    const [first] = batch.entries
    const isNewest = batch.entries.at(-1)?.index === this.#next - 1
    return first && isNewest ? this.#gather(first.index) : batch
  }

  async #deliverWithHeldBack(batch: Batch): Promise<void> {
    await this.#deliver(batch)
    await this.#deliverHeldBack()
  }

  async #deliverHeldBack(): Promise<void> {
    const held = this.#heldBack
    this.#heldBack = null
    if (held) await this.#deliver(held)
  }

  async #deliver(first: Batch): Promise<void> {
    const { faults, random } = this.#options
    let batch = first
    while (batch.body.length > 0 && !this.#isOver()) {
      const status = await this.#post(batch)
      if (status === 410) this.gone = true
      const isTorn = random.chance(faults.logTear)
      if (status >= 200 && status < 300 && !isTorn) {
        if (random.chance(faults.logRepeat)) await this.#post(batch)
        return
      }
      if (status >= 400 && status < 500 && status !== 429) return this.#options.lost(batch.entries)
      if (!isTorn) await this.#pause()
      batch = this.#gatherAgain(batch)
    }
    if (batch.body.length > 0) this.#options.lost(batch.entries)
  }

  #post({ headers, body }: Batch): Promise<number> {
    const { timeoutMs } = this.#options
    return post({ url: this.url, headers, body, timeoutMs, signal: this.#stop.signal })
  }

  #pause(): Promise<void> {
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

  #isOver(): boolean {
    return this.gone || this.#stop.signal.aborted
  }
}
