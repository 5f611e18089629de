import { type Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { PortalError } from '@clutch/contract/errors.ts'
import { exportFreshMs, exportKeptMs, exportsWaitingMax } from '@clutch/contract/limits.ts'
import { limitConcurrency } from '../../platform/lifecycle/concurrency-limit.ts'
import type { AppContext } from '../../platform/context.ts'
import { type BoardExport, exportName, exportTexts } from './export.ts'
import { chosenBoard } from './read.ts'
import { SharedFile } from './shared-file.ts'

/** Files that are kept for the next reader; the oldest makes room. */
const filesKept = 16

interface Held {
  file: SharedFile
  /** The state of the board it was begun at. */
  revision: string
  at: number
}

/** I8: boards as files. Each is made once for a state of its board, whoever asks; this process makes one at a time. */
export class BoardExports {
  readonly #context: AppContext
  readonly #inTurn = limitConcurrency(1)
  readonly #held = new Map<string, Held>()
  #waiting = 0

  constructor(context: AppContext) {
    this.#context = context
  }

  /** The bytes of an export, compressed or not; throws `season.not_found` or `export.busy`. */
  async read(choice: BoardExport, isCompressed: boolean): Promise<Readable> {
    const compressed = (await this.#fileOf(choice)).read()
    if (isCompressed) return compressed
    return pipeline(compressed, createGunzip(), () => undefined)
  }

  async close(): Promise<void> {
    const held = [...this.#held.values()]
    this.#held.clear()
    await Promise.all(held.map(({ file }) => file.drop()))
  }

  async #fileOf(choice: BoardExport): Promise<SharedFile> {
    const board = await chosenBoard(this.#context.database, choice.mode, choice)
    const revision = `${board?.id ?? ''} ${board?.changedAt?.getTime() ?? ''}`
    const name = exportName(choice)
    const at = this.#context.clock.now().getTime()
    const held = this.#held.get(name)
    const keptMs = held?.revision === revision ? exportKeptMs : exportFreshMs
    if (held?.file.isUsable === true && at - held.at < keptMs) return held.file
    if (this.#waiting >= exportsWaitingMax)
      throw new PortalError('export.busy', 'Too many exports are being made: try again in a minute')
    const file = new SharedFile(this.#inOrder(exportTexts(this.#context, board, choice)), (error) =>
      this.#context.log.warn({ err: error }, 'cannot write an export'),
    )
    this.#waiting += 1
    void file.ended.then(() => (this.#waiting -= 1))
    this.#keep(name, { file, revision, at })
    return file
  }

  #keep(name: string, held: Held): void {
    const before = this.#held.get(name)
    this.#held.delete(name)
    this.#held.set(name, held)
    const [oldest] = this.#held
    const dropped = this.#held.size > filesKept && oldest ? oldest : undefined
    if (dropped) this.#held.delete(dropped[0])
    for (const gone of [before, dropped?.[1]]) void gone?.file.drop()
  }

  /** The texts, begun when this process makes no other file. */
  async *#inOrder(texts: AsyncIterable<string>): AsyncGenerator<string> {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    void this.#inTurn(() => {
      begun.resolve()
      return ended.promise
    })
    try {
      await begun.promise
      yield* texts
    } finally {
      ended.resolve()
    }
  }
}
