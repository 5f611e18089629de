import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type DatabaseAddress, connectionOptions } from './connection/database-address.ts'
import { closeWithin } from './connection/close-connection.ts'
import { withLock } from './connection/lock.ts'
import { PgBoss } from 'pg-boss'
import { UnsupportedDatabase } from './unsupported-database.ts'

/** A step of the schema: its place, its name and the SHA-256 of its text. */
export interface SchemaStep {
  number: number
  name: string
  checksum: string
}

interface Migration extends SchemaStep {
  sql: string
}

const oldestVersion = 15
/** The longest that PostgreSQL takes. */
const unlimitedMs = 2_147_483_647
const closeWithinMs = 2_000
const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * Brings the database up to this program's migrations and answers how many were applied. Forward only, each in a
 * transaction of its own, all under an advisory lock: of two processes that start at once the second finds the work done.
 * Throws UnsupportedDatabase for a PostgreSQL older than 15, a database newer than this program, or a changed migration.
 */
export async function migrate(address: DatabaseAddress, folder = migrationsFolder): Promise<number> {
  // A role may have a limit of its own. A pooler in transaction mode, at which the lock would be left behind, refuses the setting.
  const client = new pg.Client({ ...connectionOptions(address), statement_timeout: unlimitedMs })
  await client.connect()
  try {
    await checkVersion(client)
    const migrations = await readMigrations(folder)
    return await withLock(client, 'migrations', async () => {
      const due = missing(migrations, await readApplied(client))
      for (const migration of due) await applyAlone(client, migration)
      if (folder === migrationsFolder) await migrateJobs(address)
      return due.length
    })
  } finally {
    await closeWithin(client, closeWithinMs)
  }
}

/** The migrations this program brings. */
export async function knownMigrations(): Promise<readonly SchemaStep[]> {
  return readMigrations(migrationsFolder)
}

/**
 * Applies this program's migrations up to a number (all of them without one) in the caller's transaction, which alone decides
 * whether any of it stays. The tables of the jobs are not made here. Throws UnsupportedDatabase like `migrate`.
 */
export async function migrateWithClient(client: pg.Client, upTo = Infinity): Promise<number> {
  await checkVersion(client)
  const due = missing(await readMigrations(migrationsFolder), await readApplied(client))
  const selected = due.filter(({ number }) => number <= upTo)
  for (const migration of selected) await apply(client, migration)
  return selected.length
}

async function checkVersion(client: pg.Client): Promise<void> {
  const answer = await client.query<{ server_version: string }>('show server_version')
  const version = answer.rows[0]?.server_version ?? 'of unknown version'
  if (Number.parseInt(version, 10) >= oldestVersion) return
  throw new UnsupportedDatabase(
    `the database is PostgreSQL ${version}: Clutch needs ${oldestVersion} or newer`,
  )
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number: Number.parseInt(file, 10), name: file.slice(0, -'.sql'.length), sql, checksum }
    }),
  )
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1) throw new Error(`migration ${name} should have the number ${index + 1}`)
  })
  return migrations
}

async function readApplied(client: pg.Client): Promise<SchemaStep[]> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null)`)
  const answer = await client.query<SchemaStep>(
    'select number, name, checksum from schema_migrations order by number',
  )
  return answer.rows
}

function missing(migrations: Migration[], applied: SchemaStep[]): Migration[] {
  for (const { number, name, checksum } of applied) {
    const known = migrations[number - 1]
    if (!known)
      throw new UnsupportedDatabase(`the database is newer than this program: it has migration ${name}`)
    if (known.checksum !== checksum) {
      throw new UnsupportedDatabase(
        `migration ${name} was changed after it had been applied to this database`,
      )
    }
  }
  return migrations.slice(applied.length)
}

async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.Client, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (cause) {
    throw new Error(`migration ${name} failed`, { cause })
  }
  await client.query('insert into schema_migrations values ($1, $2, $3, clock_timestamp())', [
    number,
    name,
    checksum,
  ])
}

/** Makes the tables of the jobs, or brings them up to this program's pg-boss; the caller holds the lock of migrations. */
async function migrateJobs(address: DatabaseAddress): Promise<void> {
  const boss = new PgBoss({
    ...(connectionOptions(address) as DatabaseAddress),
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false })
  }
}
