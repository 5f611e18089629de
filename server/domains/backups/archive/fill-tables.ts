import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type TableEntry, ownerOf } from './manifest.ts'
import { BackupRefused } from '../backup-errors.ts'
import { RowChecksum } from './row-checksum.ts'
import type { Session } from '../stores/backup-session.store.ts'
import { copyIn, copyOut } from '../stores/tables.store.ts'

interface Filling {
  entry: TableEntry
  stream: ReturnType<typeof copyIn>
  done: Promise<void>
  sum: RowChecksum
}

/** Fills the tables from an archive one by one, and compares the rows of each table with those of the archive. */
export class TableFiller {
  readonly #session: Session
  readonly #tables: ReadonlyMap<string, TableEntry>
  #filling: Filling | null = null
  #filled = 0

  constructor(session: Session, tables: readonly TableEntry[]) {
    this.#session = session
    this.#tables = new Map(tables.map((table) => [`tables/${table.name}`, table]))
  }

  /** Takes the next part of a table. */
  async add(part: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const filling = await this.#of(part)
    for await (const chunk of content) {
      filling.sum.add(chunk)
      if (!filling.stream.write(chunk)) await Promise.race([once(filling.stream, 'drain'), filling.done])
    }
  }

  /** Ends the last table. Throws BackupRefused where not everything came. */
  async finish(): Promise<void> {
    await this.#end()
    const filled = [...this.#tables.values()].filter(({ rows }) => rows > 0).length
    if (this.#filled !== filled) throw changed()
  }

  async #of(part: string): Promise<Filling> {
    const entry = this.#tables.get(ownerOf(part) ?? '')
    if (!entry) throw changed()
    if (this.#filling?.entry === entry) return this.#filling
    await this.#end()
    const stream = copyIn(this.#session, entry)
    const done = finished(stream)
    done.catch(() => undefined)
    this.#filling = { entry, stream, done, sum: new RowChecksum() }
    return this.#filling
  }

  async #end(): Promise<void> {
    if (!this.#filling) return
    const { entry, stream, done, sum } = this.#filling
    this.#filling = null
    stream.end()
    await done
    const written = await new RowChecksum().addAll(copyOut(this.#session, entry))
    if (sum.rows !== entry.rows || !written.equals(sum)) {
      throw new BackupRefused(`what was read back from ${entry.name} is not what was written`)
    }
    this.#filled += 1
  }
}

function changed(): BackupRefused {
  return new BackupRefused('the backup changed while it was read')
}
