import type { Faults } from '../faults.ts'
import { post } from '../http-post.ts'
import type { Random } from '../random.ts'
import { batchOf } from './batch.ts'
import type { Batch, LogContext } from './batch.ts'
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

/** One address that the log is sent to: one batch at a time, the same again until it was taken. */
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
    this.#options.lost([...(this.#heldBack?.entries ?? []), ...this.#options.book.from(this.#next, Infinity)])
  }

  async #work(): Promise<void> {
    const { book, faults, random } = this.#options
    while (!this.#isOver() && book.count > this.#next) {
      const entries = book.from(this.#next, maxBatchBytes)
      this.#next = (entries.at(-1)?.index ?? book.count - 1) + 1
      const batch = batchOf(entries, this.#options.context())
      if (random.chance(faults.logDrop)) this.#options.lost(entries)
      else if (this.#heldBack === null && random.chance(faults.logReorder)) this.#heldBack = batch
      else await this.#deliverWithHeldBack(batch)
    }
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

  async #deliver(batch: Batch): Promise<void> {
    const { faults, random } = this.#options
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
