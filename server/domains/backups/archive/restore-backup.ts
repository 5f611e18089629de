import { knownMigrations, migrateWithClient } from '../../../platform/database/migrate.ts'
import { destroyConnection } from '../../../platform/database/connection/close-connection.ts'
import { withLock } from '../../../platform/database/connection/lock.ts'
import type { DatabaseAddress } from '../../../platform/database/index.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { KeyRing } from '../../../platform/keys/keys.ts'
import { type ArchiveSource, checkArchive, readArchive } from './read-archive.ts'
import { sharedKeys } from '../key-check.ts'
import { type Manifest, entries } from './manifest.ts'
import { BackupRefused, RestoreUnfinished } from '../backup-errors.ts'
import {
  analyze,
  createPartitionsAt,
  dropConstraints,
  dropEverything,
  restoreConstraints,
} from '../stores/schema.store.ts'
import { countOpenGiftCards, countUnreadable } from '../stores/sealed-values.store.ts'
import { type Session, closeSession, countPortals, openSession } from '../stores/backup-session.store.ts'
import { TableFiller } from './fill-tables.ts'
import {
  filledTables,
  forgetRunningBackups,
  forgetSessions,
  hasTables,
  listTables,
  setSequence,
} from '../stores/tables.store.ts'
import { type WaitingJob, readJobs, resumeJobs } from './resume-jobs.ts'
import { basename, dirname } from 'node:path'

/** Puts the demos of a backup into their store, and takes the new ones back where the restore fails. */
class RestoredDemos {
  readonly #store: FileStore | null
  readonly #added: string[] = []

  constructor(store: FileStore | null) {
    this.#store = store
  }

  /** Takes the entry of a demo, whose name the manifest's form has made harmless. One that is there already is the same: a demo never changes. */
  async add(entry: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    if (!this.#store) {
      for await (const _ of content);
      return
    }
    const key = `${basename(dirname(entry))}/${basename(entry)}`
    if (!(await this.#store.find(key))) this.#added.push(key)
    await this.#store.put(key, content)
  }

  async discard(): Promise<void> {
    for (const key of this.#added) await this.#store?.remove(key).catch(() => undefined)
  }
}

export interface RestoreParts {
  address: DatabaseAddress
  keys: KeyRing | null
  /** Null restores the tables only, as a test: no demo is stored, and no job goes on. */
  demos: FileStore | null
  file: string | ArchiveSource
  /** Whether existing data may be deleted. */
  replace: boolean
  /** Ends it; the database is as it was then. */
  signal?: AbortSignal
  /** Lines for the operator. */
  print: (line: string) => void
}

/** What was restored, and what of it no key here opens. */
export interface Restored {
  manifest: Manifest
  /** Migrations that came after the backup. */
  migrated: number
  jobs: number
  unreadable: readonly { count: number; lost: string }[]
  /** Whether some key of the backup's portal is not here: what it signed counts no more. */
  keyMissing: boolean
  /** Gift cards that can be redeemed, or could with that key. */
  openGiftCards: number
}

/**
 * Replaces the database's contents by an archive, all of it or nothing: the archive is verified before
 * anything changes, and one transaction creates the tables of its version, fills and compares them, and
 * migrates them to this program. No session is restored: one in the backup may have ended since, for a
 * reason. Throws BackupRefused for a damaged or newer archive, a running portal, or a database that is not
 * empty without `replace`, and RestoreUnfinished if only what follows that transaction failed.
 */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const { address, keys, file, signal, print } = parts
  const manifest = await checkArchive(file)
  print(`the backup of ${manifest.made} is whole (PostgreSQL ${manifest.postgres})`)
  const version = await versionOf(manifest)
  signal?.throwIfAborted()
  const session = await openSession(address, 'clutch-restore')
  const abort = () => destroyConnection(session)
  signal?.addEventListener('abort', abort, { once: true })
  const demos = new RestoredDemos(parts.demos)
  let isCommitted = false
  try {
    const { migrated, waiting } = await withLock(session, 'migrations', () =>
      allOrNothing(session, async () => {
        await checkTarget(session, parts)
        await dropEverything(session)
        await migrateWithClient(session, version)
        const lines = await copyIn(session, { manifest, file, demos })
        print(`${manifest.tables.length} tables with ${sum(manifest.tables)} rows are as they were`)
        const later = await migrateWithClient(session)
        await forgetSessions(session)
        await forgetRunningBackups(session)
        return { migrated: later, waiting: lines }
      }),
    )
    isCommitted = true
    if (manifest.files.length > 0) print(`${manifest.files.length} demos are back`)
    const shared = sharedKeys(keys, manifest.keys)
    const { unreadable, jobs, openGiftCards } = await goOn(waiting.length, async () => {
      const kept = (await listTables(session)).filter((table) => table.kept)
      await analyze(
        session,
        kept.map(({ name }) => name),
      )
      return {
        unreadable: await countUnreadable(session, shared),
        openGiftCards: await countOpenGiftCards(session),
        jobs: parts.demos ? await resumeJobs(address, waiting) : 0,
      }
    })
    const keyMissing = shared.length < manifest.keys.length
    return { manifest, migrated, jobs, unreadable, keyMissing, openGiftCards }
  } finally {
    signal?.removeEventListener('abort', abort)
    if (!isCommitted) await demos.discard()
    await closeSession(session)
  }
}

/** What is done once the tables stand again: they stay where it fails. */
async function goOn<T>(waiting: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new RestoreUnfinished(
      `the tables are restored, but the ${waiting} jobs that waited are not: run the restore again with --replace before the portal starts (${why})`,
      { cause: error },
    )
  }
}

/** The number of the backup's last migration, all of which this program must know as they were. */
async function versionOf({ migrations }: Manifest): Promise<number> {
  const known = await knownMigrations()
  for (const { number, name, checksum } of migrations) {
    const migration = known[number - 1]
    if (!migration) throw new BackupRefused(`the backup is newer than this program: it has migration ${name}`)
    if (migration.checksum !== checksum) {
      throw new BackupRefused(
        `the backup is of another program: its migration ${name} is not the one known here`,
      )
    }
  }
  return migrations.length
}

async function checkTarget(session: Session, { replace }: RestoreParts): Promise<void> {
  if ((await countPortals(session)) > 0)
    throw new BackupRefused('a portal runs on this database: stop it first')
  if (replace || !(await hasTables(session))) return
  const [filled, ...others] = await filledTables(session)
  if (filled === undefined) return
  const more = others.length > 0 ? ` and ${others.length} other tables` : ''
  throw new BackupRefused(
    `the database is in use: there are rows in ${filled}${more}. --replace deletes everything in it first`,
  )
}

/** Fills the tables, which are those of the backup's version by now; answers the waiting jobs. */
async function copyIn(
  session: Session,
  { manifest, file, demos }: { manifest: Manifest; file: string | ArchiveSource; demos: RestoredDemos },
): Promise<WaitingJob[]> {
  const there = (await listTables(session)).filter(({ kept }) => kept)
  const names = there.map(({ name }) => name)
  if (names.join() !== manifest.tables.map(({ name }) => name).join()) {
    throw new BackupRefused('the backup holds other tables than a portal of its version has')
  }
  await createPartitionsAt(session, new Date(manifest.made))
  const takenOff = await dropConstraints(session, names)
  const tables = new TableFiller(session, manifest.tables)
  const demoEntries = new Set(manifest.files.map(({ path }) => entries.file(path)))
  const jobs: Uint8Array[] = []
  for await (const { name, content } of readArchive(file)) {
    if (name.startsWith('tables/')) await tables.add(name, content)
    else if (demoEntries.has(name)) await demos.add(name, content)
    else if (name === entries.jobs) for await (const chunk of content) jobs.push(chunk)
    else for await (const _ of content);
  }
  await tables.finish()
  for (const { name, last } of manifest.sequences) await setSequence(session, name, last)
  await restoreConstraints(session, names, takenOff)
  return readJobs(Buffer.concat(jobs).toString('utf8'))
}

async function allOrNothing<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query('begin')
  try {
    const result = await work()
    await session.query('commit')
    return result
  } catch (error) {
    await session.query('rollback').catch(() => undefined)
    throw error
  }
}

const sum = (tables: Manifest['tables']) => tables.reduce((total, { rows }) => total + rows, 0)
