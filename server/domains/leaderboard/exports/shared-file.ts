import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const readChunkBytes = 64 * 1024

/**
 * A compressed file on disk without a name, written once and read by many from its first byte on, also while it is being
 * written. Writing ends early when its last reader leaves; a process that is killed leaves nothing behind.
 */
export class SharedFile {
  readonly #handle = openUnlinkedFile()
  readonly #abort = new AbortController()
  #writtenBytes = 0
  #state: 'writing' | 'whole' | 'failed' = 'writing'
  #progress = Promise.withResolvers<void>()
  #readers = 0
  #isReleased = false
  /** Resolves when nothing more is written, also where that failed. */
  readonly ended: Promise<void>

  /** Begins to write; `report` gets the error where that fails. */
  constructor(texts: AsyncIterable<string>, report: (error: unknown) => void) {
    this.ended = this.#write(texts, report)
  }

  /** Whether it can still be read: it was not given up. */
  get isUsable(): boolean {
    return this.#state !== 'failed' && !this.#abort.signal.aborted
  }

  /** Its gzip bytes. A reader that is slow delays neither the writing nor other readers. */
  read(): Readable {
    this.#readers += 1
    return Readable.from(this.#readChunks(), { objectMode: false }).once('close', () => {
      this.#readers -= 1
      if (this.#readers > 0) return
      if (this.#state === 'writing') this.#abort.abort()
      void this.#closeIfUnused()
    })
  }

  /** Frees its space once no reader is left. */
  async drop(): Promise<void> {
    this.#isReleased = true
    await this.#closeIfUnused()
  }

  async *#readChunks(): AsyncGenerator<Buffer> {
    const handle = await this.#handle
    for (let at = 0; ;) {
      const length = Math.min(readChunkBytes, this.#writtenBytes - at)
      if (length > 0) {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at)
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      } else if (this.#state === 'whole') return
      else if (this.#state === 'failed') throw new Error('the file could not be written')
      else await this.#progress.promise
    }
  }

  async #write(texts: AsyncIterable<string>, report: (error: unknown) => void): Promise<void> {
    try {
      const handle = await this.#handle
      const store = async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of compressed) {
          // A disk that is nearly full takes a part, without an error.
          for (let at = 0; at < bytes.length;) {
            const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, this.#writtenBytes)
            at += bytesWritten
            this.#writtenBytes += bytesWritten
          }
          this.#signalProgress()
        }
      }
      const gzip = createGzip()
      // Its head goes out at once, so that a reader who waits for a turn sees that the file comes.
      gzip.flush()
      await pipeline(texts, gzip, store, { signal: this.#abort.signal })
      this.#state = 'whole'
    } catch (error) {
      this.#state = 'failed'
      if (!this.#abort.signal.aborted) report(error)
    }
    this.#signalProgress()
  }

  #signalProgress(): void {
    this.#progress.resolve()
    this.#progress = Promise.withResolvers()
  }

  async #closeIfUnused(): Promise<void> {
    if (this.#readers > 0 || (!this.#isReleased && this.isUsable)) return
    this.#abort.abort()
    await this.ended
    await this.#handle.then((handle) => handle.close()).catch(() => undefined)
  }
}

async function openUnlinkedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `clutch-export-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}
