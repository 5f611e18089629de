import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseAddress } from '../../../platform/database/index.ts'
import { copyDatabase } from '../../../platform/database/embedded/temporary-cluster.ts'
import { migrateWithClient } from '../../../platform/database/migrate.ts'
import { FolderStore } from '../../../platform/files/folder-store.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { type BackupParts, makeBackup } from '../archive/make-backup.ts'
import { type RestoreParts, restoreBackup } from '../archive/restore-backup.ts'

type Cluster = { host: string; port: number; user: string; password: string }

/** The rental and the demo of `every-table.sql` whose file there is. */
export const demoPath = '00000000-0000-7000-8000-000000000050/00000000-0000-7000-8000-000000000052.dem'

/** A folder, a key and databases for tests of backups. */
export class BackupFixture {
  readonly folder = mkdtempSync(join(tmpdir(), 'clutch-backup-'))
  readonly secretKey = makeSecretKey()
  readonly keys = new KeyRing(this.secretKey)
  readonly #databases: { cluster: Cluster; name: string }[] = []

  /** An empty database on a cluster. */
  async empty(cluster: Cluster): Promise<DatabaseAddress> {
    const name = `backup_${randomUUID().replaceAll('-', '')}`
    await query({ ...cluster, database: 'postgres' }, `create database ${name}`)
    this.#databases.push({ cluster, name })
    return { ...cluster, database: name }
  }

  async #migrated(cluster: Cluster): Promise<DatabaseAddress> {
    const { address } = await copyDatabase(cluster)
    this.#databases.push({ cluster, name: address.database })
    return address
  }

  /** A portal with at least a row in every table, and a demo in a folder. */
  async filled(
    cluster: Cluster,
    migrations?: number,
  ): Promise<{ address: DatabaseAddress; demoFolder: string }> {
    const address = migrations === undefined ? await this.#migrated(cluster) : await this.empty(cluster)
    if (migrations !== undefined) await withClient(address, (client) => migrateWithClient(client, migrations))
    const rows = readFileSync(join(import.meta.dirname, 'every-table.sql'), 'utf8')
    if (migrations === undefined)
      await query(address, rows.replaceAll(':sealed', `'${this.keys.seal('a secret', 'here')}'`))
    const demoFolder = join(this.folder, 'demos')
    mkdirSync(join(demoFolder, demoPath, '..'), { recursive: true })
    writeFileSync(join(demoFolder, demoPath), 'demo!')
    return { address, demoFolder }
  }

  /** A path in the folder. */
  at(name: string): string {
    return join(this.folder, name)
  }

  backup(address: DatabaseAddress, file: BackupParts['file'], parts: Partial<BackupParts> = {}) {
    return makeBackup({
      address,
      keys: this.keys,
      demos: new FolderStore(this.at('demos')),
      file,
      print: () => undefined,
      ...parts,
    })
  }

  restore(address: DatabaseAddress, file: RestoreParts['file'], parts: Partial<RestoreParts> = {}) {
    return restoreBackup({
      address,
      keys: this.keys,
      demos: new FolderStore(this.at('restored')),
      file,
      replace: false,
      print: () => undefined,
      ...parts,
    })
  }

  async close(): Promise<void> {
    for (const { cluster, name } of this.#databases)
      await query({ ...cluster, database: 'postgres' }, `drop database ${name} with (force)`)
    rmSync(this.folder, { recursive: true })
  }
}

/** Runs one query on a connection of its own. */
export function query<T extends pg.QueryResultRow>(address: DatabaseAddress, text: string): Promise<T[]> {
  return withClient(address, async (client) => (await client.query<T>(text)).rows)
}

export async function withClient<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every row of every table as text, by table; and what each sequence gives next. */
export async function readAllRows(address: DatabaseAddress): Promise<Map<string, unknown>> {
  return withClient(address, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    const all = new Map<string, unknown>()
    await client.query(`set timezone = 'UTC'`)
    for (const { name } of tables.rows) {
      const columns = name === 'schema_migrations' ? '(t.number, t.name, t.checksum)' : 't.*'
      const rows = await client.query<{ row: string }>(
        `select row(${columns})::text as row from ${name} t order by row(${columns})::text collate "C"`,
      )
      all.set(
        name,
        rows.rows.map(({ row }) => row),
      )
    }
    const sequences = await client.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    )
    return all.set('sequences', sequences.rows)
  })
}

/** What holds the tables together: constraints, indexes and triggers, as PostgreSQL writes them down. */
export async function schemaOf(address: DatabaseAddress): Promise<unknown[]> {
  return query(
    address,
    `select conname as name, pg_get_constraintdef(oid) as what from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2`,
  )
}
