import { z } from 'zod'
import { BackupRefused } from '../backup-errors.ts'

/** The form of the archive. A program reads its own and every earlier one, never a later one. */
export const format = 1

const count = z.int().nonnegative()
const digest = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

const content = { bytes: count, sha256: digest }

/**
 * The contents of an archive, as listed by its last entries. Sizes in bytes, times in ISO 8601 (UTC), digests
 * SHA-256 in hex. Tables are in the text format of COPY, with the columns in this order; a table of many rows
 * is in several parts.
 */
const manifestSchema = z.object({
  format: z.literal(format),
  made: z.iso.datetime(),
  /** Of the PostgreSQL it was read from. */
  postgres: z.string(),
  migrations: z.array(z.object({ number: count, name: z.string(), checksum: digest })),
  tables: z.array(z.object({ name, columns: z.array(name).min(1), rows: count, ...content })),
  sequences: z.array(z.object({ name, last: z.string().regex(/^\d{1,19}$/) })),
  /** What waited to be done, a line of JSON each. */
  jobs: z.object({ rows: count, ...content }),
  /** Below the folder of demos. */
  files: z.array(z.object({ path: z.string().regex(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\.dem$/), ...content })),
  /** Files that the tables speak of and that were not there. */
  missing: z.array(z.string()),
  /** Names of the keys that sealed what is sealed, and what tells them from others of that name; never a key. */
  keys: z.array(z.object({ id: z.string(), fingerprint: digest.nullable() })),
})

export type Manifest = z.output<typeof manifestSchema>
export type TableEntry = Manifest['tables'][number]
export type FileEntry = Manifest['files'][number]

/** Reads the text of a manifest. Throws BackupRefused. */
export function readManifest(text: string): Manifest {
  const value = parse(text)
  const made = z.object({ format: count }).safeParse(value)
  if (made.success && made.data.format > format) {
    throw new BackupRefused(`the backup was made by a newer Clutch (format ${made.data.format})`)
  }
  const read = manifestSchema.safeParse(value)
  if (!read.success) throw new BackupRefused('the backup is damaged: its manifest cannot be read')
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupRefused('the backup is damaged: its manifest cannot be read')
  }
}

/** The names of the archive's entries. */
export const entries = {
  manifest: 'manifest.json',
  manifestDigest: 'manifest.json.sha256',
  jobs: 'jobs.jsonl',
  tablePart: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.copy`,
  file: (path: string) => `demos/${path}`,
}

/** What an entry belongs to: a table, the jobs or a file; null for anything else. */
export function ownerOf(entry: string): string | null {
  const [, table] = /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{6}\.copy$/.exec(entry) ?? []
  if (table !== undefined) return `tables/${table}`
  return entry === entries.jobs || entry.startsWith('demos/') ? entry : null
}
