import type { DatabaseAddress } from '../../../platform/database/index.ts'
import { FileNotFound, type FileStore } from '../../../platform/files/file-store.ts'
import type { KeyRing } from '../../../platform/keys/keys.ts'
import type { ArchiveTarget } from './archive-target.ts'
import { ArchiveWriter } from './write-archive.ts'
import { describeKeys } from '../key-check.ts'
import { type FileEntry, type Manifest, type TableEntry, entries, format } from './manifest.ts'
import { sealingKeys } from '../stores/sealed-values.store.ts'
import { type Session, closeSession, openSession, postgresVersion } from '../stores/backup-session.store.ts'
import { beginSnapshot, endSnapshot, listDemos, readWaitingJobs } from '../stores/snapshot.store.ts'
import { type PortalTable, copyOut, readMigrationsOf, readSequences } from '../stores/tables.store.ts'

export interface BackupParts {
  address: DatabaseAddress
  /** Without it nothing but the names of the keys can be stored. */
  keys: KeyRing | null
  demos: FileStore
  /** Where the archive is written: a path at which no file exists, or another target. */
  file: string | ArchiveTarget
  /** Public keys (`age1…`) that it is encrypted to; none leaves it readable. */
  recipients?: readonly string[]
  /** Whether the files of demos are left out. */
  withoutDemos?: boolean
  /** Ends it; nothing is left then. */
  signal?: AbortSignal
  /** Lines for the operator. */
  print: (line: string) => void
  /** Tests only: what happens between the tables. */
  between?: (table: string) => Promise<void>
}

/**
 * Writes one moment of a portal into an archive while the portal goes on: its tables, what waits in its queues, the demos.
 * The secret key, the operator's token and passwords of databases are in none of these. Throws BackupRefused; then there is
 * no archive.
 */
export async function makeBackup(parts: BackupParts): Promise<Manifest> {
  const { file, recipients, signal } = parts
  const archive =
    typeof file === 'string'
      ? await ArchiveWriter.open(file, recipients)
      : new ArchiveWriter(file, recipients)
  const abort = () => void archive.discard()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    signal?.throwIfAborted()
    const session = await openSession(parts.address, 'clutch-backup')
    try {
      const manifest = await fill(archive, session, parts)
      await archive.finish(manifest)
      return manifest
    } finally {
      await closeSession(session)
    }
  } catch (error) {
    await archive.discard()
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

async function fill(archive: ArchiveWriter, session: Session, parts: BackupParts): Promise<Manifest> {
  const { keys, print, between } = parts
  const all = await beginSnapshot(session)
  const migrations = await readMigrationsOf(session)
  const tables: TableEntry[] = []
  for (const table of all.filter(({ kept }) => kept)) {
    tables.push(await addTable(archive, session, table))
    await between?.(table.name)
  }
  print(`${tables.length} tables with ${sum(tables.map(({ rows }) => rows))} rows`)
  const waiting = await readWaitingJobs(session)
  const lines = waiting.map((job) => `${JSON.stringify(job)}\n`).join('')
  const jobs = { rows: waiting.length, ...(await archive.addText(entries.jobs, lines)) }
  print(`${jobs.rows} waiting jobs`)
  const listed = await listDemos(session)
  // After the tables: a number given since may be lost, none is given twice.
  const sequences = await readSequences(session)
  const sealing = await sealingKeys(session)
  const postgres = await postgresVersion(session)
  await endSnapshot(session)
  const { files, missing } = await addDemos(archive, parts.demos, parts.withoutDemos ? [] : listed)
  if (parts.withoutDemos) missing.push(...listed.map(({ rental, id }) => `${rental}/${id}.dem`))
  print(`${files.length} demos with ${megabytes(sum(files.map(({ bytes }) => bytes)))} MB`)
  if (missing.length > 0)
    print(`${missing.length} demos ${parts.withoutDemos ? 'are left out' : 'were not there'}`)
  const made = new Date().toISOString()
  return {
    format,
    made,
    postgres,
    migrations,
    tables,
    sequences,
    jobs,
    files,
    missing,
    keys: describeKeys(keys, sealing),
  }
}

async function addTable(archive: ArchiveWriter, session: Session, table: PortalTable): Promise<TableEntry> {
  const rows = copyOut(session, table)
  const written = await archive.addTable(table.name, rows)
  return { name: table.name, columns: table.columns, rows: rows.rowCount, ...written }
}

/** Adds the files there are: one may have been deleted since that moment, or lie on another machine. */
async function addDemos(
  archive: ArchiveWriter,
  store: FileStore,
  demos: readonly { rental: string; id: string }[],
): Promise<{ files: FileEntry[]; missing: string[] }> {
  const [files, missing]: [FileEntry[], string[]] = [[], []]
  for (const { rental, id } of demos) {
    const path = `${rental}/${id}.dem`
    const file = await store.find(path)
    const stream = await file?.read().catch((error: unknown) => {
      if (!(error instanceof FileNotFound)) throw error
    })
    if (file && stream)
      files.push({ path, ...(await archive.addFile(entries.file(path), file.size, stream)) })
    else missing.push(path)
  }
  return { files, missing }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1)
