import { type Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PortalError } from '@clutch/contract/errors.ts'
import { changedExportMaxAgeMs, exportMaxAgeMs, maxQueuedExports } from '@clutch/contract/limits.ts'
import pLimit from 'p-limit'
import type { AppContext } from '../../../platform/context.ts'
import { type BoardExportOptions, exportFileName, generateExport } from './board-export.ts'
import { findChosenBoard } from '../boards/boards.service.ts'
import { SharedFile } from './shared-file.ts'

/** The maximum number of cached files; the oldest is replaced. */
const maxCachedFiles = 16

interface CachedExport {
  file: SharedFile
  /** The state of the board it was begun at. */
  revision: string
  at: number
}

/**
 * I8: boards as files. Each is generated once per state of its board, for all callers; this process generates
 * one at a time.
 */
export class BoardExports {
  readonly #context: AppContext
  readonly #runOneAtATime = pLimit(1)
  readonly #cache = new Map<string, CachedExport>()
  #queued = 0

  constructor(context: AppContext) {
    this.#context = context
  }

  /** The bytes of an export, compressed or not; throws `season.not_found` or `export.busy`. */
  async read(choice: BoardExportOptions, isCompressed: boolean): Promise<Readable> {
    const compressed = (await this.#getFile(choice)).read()
    if (isCompressed) return compressed
    return pipeline(compressed, createGunzip(), () => undefined)
  }

  async close(): Promise<void> {
    const held = [...this.#cache.values()]
    this.#cache.clear()
    await Promise.all(held.map(({ file }) => file.drop()))
  }

  async #getFile(choice: BoardExportOptions): Promise<SharedFile> {
    const board = await findChosenBoard(this.#context.database, choice.mode, choice)
    const revision = `${board?.id ?? ''} ${board?.changedAt?.getTime() ?? ''}`
    const name = exportFileName(choice)
    const at = this.#context.clock.now().getTime()
    const held = this.#cache.get(name)
    const keptMs = held?.revision === revision ? exportMaxAgeMs : changedExportMaxAgeMs
    if (held?.file.isUsable === true && at - held.at < keptMs) return held.file
    if (this.#queued >= maxQueuedExports)
      throw new PortalError('export.busy', 'Too many exports are being made: try again in a minute')
    const file = new SharedFile(this.#generateInTurn(generateExport(this.#context, board, choice)), (error) =>
      this.#context.log.warn({ err: error }, 'cannot write an export'),
    )
    this.#queued += 1
    void file.ended.then(() => (this.#queued -= 1))
    this.#addToCache(name, { file, revision, at })
    return file
  }

  #addToCache(name: string, held: CachedExport): void {
    const before = this.#cache.get(name)
    this.#cache.delete(name)
    this.#cache.set(name, held)
    const [oldest] = this.#cache
    const dropped = this.#cache.size > maxCachedFiles && oldest ? oldest : undefined
    if (dropped) this.#cache.delete(dropped[0])
    for (const expired of [before, dropped?.[1]]) void expired?.file.drop()
  }

  /** The texts, begun when this process makes no other file. */
  async *#generateInTurn(texts: AsyncIterable<string>): AsyncGenerator<string> {
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    void this.#runOneAtATime(() => {
      started.resolve()
      return ended.promise
    })
    try {
      await started.promise
      yield* texts
    } finally {
      ended.resolve()
    }
  }
}
