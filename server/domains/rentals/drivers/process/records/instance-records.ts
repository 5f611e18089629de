import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../../../../platform/parse-json.ts'
import { HostUnreachable } from '../../driver.ts'

const runSchema = z.object({ pid: z.number(), start: z.string() })

const recordSchema = z.object({
  owner: z.string(),
  rentalId: z.string(),
  number: z.string(),
  generation: z.number(),
  port: z.number(),
  /** Its own user and group, where the settings give every instance one. */
  uid: z.optional(z.number()),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Its folder was lost, and what the portal writes into it is not there yet: it must not be started so. */
  bare: z.optional(z.boolean()),
  /** Only its data remains here. */
  kept: z.boolean(),
  /** The last start, whether or not it still runs. */
  run: runSchema.nullable(),
  /** The restart that was asked for last, and the run it was to end. */
  restart: z.object({ op: z.string(), before: z.string() }).nullable(),
  /** The verification that was asked for last; how often it was begun. */
  verify: z
    .object({
      op: z.string(),
      run: runSchema.nullable(),
      begun: z.number(),
      done: z.boolean(),
      /** The exit code of the command was not 0. */
      failed: z.optional(z.boolean()),
    })
    .nullable(),
})

/** The driver's record of an instance, stored next to the folder of its game, where no game can write. */
export type InstanceRecord = z.output<typeof recordSchema>

const orphanFolderKeptMs = 60_000
/** A corrupt record may describe a customer's data: it is retained longer than any rental's data. */
const brokenRecordKeptMs = 30 * 24 * 3_600_000

/** The folders of the instances on this machine. */
export class InstanceRecords {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The folder of one instance. */
  home(name: string): string {
    return join(this.#root, name)
  }

  hasHome(name: string): boolean {
    return existsSync(this.home(name))
  }

  /** Null if no instance has this name. Throws HostUnreachable if its record is corrupt. */
  read(name: string): InstanceRecord | null {
    let text: string
    try {
      text = readFileSync(this.#getPath(name), 'utf8')
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
    const read = recordSchema.safeParse(parseJson(text))
    if (!read.success) throw new HostUnreachable(`${this.#getPath(name)} makes no sense`)
    return read.data
  }

  /** It is there whole or as it was before. */
  write(name: string, record: InstanceRecord): void {
    const fresh = `${this.#getPath(name)}.new`
    writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 })
    renameSync(fresh, this.#getPath(name))
  }

  /** Whether there is a record that makes no sense. */
  isBroken(name: string): boolean {
    try {
      this.read(name)
      return false
    } catch (error) {
      return error instanceof HostUnreachable
    }
  }

  /** Moves a corrupt record aside; it stays next to the folder of its game for inspection. */
  putAside(name: string): void {
    renameSync(this.#getPath(name), this.#getQuarantinePath(name))
  }

  /** Every instance by its name, and those whose record cannot be read. */
  all(): { records: Map<string, InstanceRecord>; unread: string[] } {
    const records = new Map<string, InstanceRecord>()
    const unread: string[] = []
    for (const name of this.#listNames()) {
      try {
        const record = this.read(name)
        if (record) records.set(name, record)
        else this.#removeOrphanFolder(name)
      } catch {
        unread.push(name)
      }
    }
    return { records, unread }
  }

  #listNames(): string[] {
    try {
      return readdirSync(this.#root)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  /** A process that created or removed a folder without a record was killed while doing so. */
  #removeOrphanFolder(name: string): void {
    const stats = lstatSync(this.home(name), { throwIfNoEntry: false })
    const keptMs = existsSync(this.#getQuarantinePath(name)) ? brokenRecordKeptMs : orphanFolderKeptMs
    if (stats?.isDirectory() && Date.now() - stats.mtimeMs > keptMs)
      rmSync(this.home(name), { recursive: true, force: true })
  }

  #getPath(name: string): string {
    return join(this.home(name), 'instance.json')
  }

  #getQuarantinePath(name: string): string {
    return `${this.#getPath(name)}.broken`
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
