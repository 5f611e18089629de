import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledPrograms } from '../../../platform/database/embedded/program.ts'
import {
  type TemporaryCluster,
  startTemporaryCluster,
} from '../../../platform/database/embedded/temporary-cluster.ts'
import { type DatabaseAddress, openDatabase } from '../../../platform/database/index.ts'
import { listPartitionedTables } from '../../../platform/database/partitions/partitioned-tables.ts'
import { createPartitionsAhead } from '../../../platform/database/partitions/partitions.service.ts'
import { knownMigrations } from '../../../platform/database/migrate.ts'
import type { Manifest } from './manifest.ts'
import type { Restored } from './restore-backup.ts'
import { listSealed } from '../stores/sealed-values.store.ts'
import { forgotten } from '../stores/tables.store.ts'
import {
  BackupFixture,
  query,
  demoPath,
  readAllRows,
  withClient,
  schemaOf,
} from '../testing/backup-fixture.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

const postgres15 = '/usr/lib/postgresql/15/bin'
const has15 = existsSync(postgres15) || process.env['CLUTCH_REQUIRE_PEERS'] === '1'

let fixture: BackupFixture
let older: TemporaryCluster | undefined
let olderAddress: TemporaryCluster['address']
let newer: TemporaryCluster | undefined
let newerAddress: TemporaryCluster['address']
beforeAll(async () => {
  fixture = new BackupFixture()
  if (!has15) return
  older = await startTemporaryCluster(postgres15)
  olderAddress = older.address
  // The cluster of the tests is the bundled PostgreSQL, unless they run on another.
  if (process.env['CLUTCH_TEST_PG_BIN']) newer = await startTemporaryCluster(bundledPrograms())
  newerAddress = newer?.address ?? (await getTestCluster())
})
afterAll(async () => {
  await fixture.close()
  await Promise.all([older?.stop(), newer?.stop()])
})

/** The partitions of a running portal. */
async function createPartitions(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address, pino({ level: 'silent' }), 2)
  await createPartitionsAhead(database, listPartitionedTables({ rawLogDays: 30 }), new Date())
  await database.destroy()
}

/**
 * Rows that a restore changes on purpose: VIP is delivered again, rentals are reconciled, retry pauses end,
 * and no session survives.
 */
const resumed = ['vip_deliveries', 'rentals', 'rate_limits', ...forgotten]

const directions = [
  { from: 18, to: 15, clusters: () => [newerAddress, olderAddress] as const },
  { from: 15, to: 18, clusters: () => [olderAddress, newerAddress] as const },
]

describe.skipIf(!has15).each(sampleCases(directions))(
  'from PostgreSQL $from to $to',
  ({ from, clusters }) => {
    let address: DatabaseAddress
    let there: DatabaseAddress
    let file: string
    let manifest: Manifest
    let restored: Restored
    beforeAll(async () => {
      const [source, target] = clusters()
      address = (await fixture.filled(source)).address
      await createPartitions(address)
      file = fixture.at(`from-${from}.tar`)
      manifest = await fixture.backup(address, file)
      there = await fixture.empty(target)
      restored = await fixture.restore(there, file)
    })

    test('every row of every table, the demos and the sequences are as they were', async () => {
      expect(manifest.postgres).toMatch(new RegExp(`^${from}\\.`))
      expect(manifest.missing).toEqual([demoPath.replace('52.dem', '53.dem')])
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect([restored.migrated, restored.unreadable, restored.keyMissing]).toEqual([0, [], false])
      const [before, after] = [await readAllRows(address), await readAllRows(there)]
      expect([...after.keys()]).toEqual([...before.keys()])
      for (const [table, rows] of before) {
        if (!resumed.includes(table)) expect([table, after.get(table)]).toEqual([table, rows])
      }
      for (const table of forgotten) expect([table, after.get(table)]).toEqual([table, []])
      expect(readFileSync(join(fixture.at('restored'), demoPath), 'utf8')).toBe('demo!')
      expect(await schemaOf(there)).toEqual(await schemaOf(address))
      for (const table of ['audit_log', 'server_history_minutes', 'server_history_hours'])
        expect(await query(there, `select tableoid::regclass::text from ${table}`)).toEqual([
          { tableoid: expect.stringMatching(/^partitions\.\w+_\d{8}$/) },
        ])
    })

    test('what is restored goes on: the next number is a new one, what refers is checked, revisions are counted', async () => {
      const [line] = await query<{ id: string }>(
        there,
        `insert into rental_lines (rental_id, at, what) select id, now(), 'again' from rentals returning id`,
      )
      expect(line?.id).toBe('2')
      await expect(query(there, 'update orders set paid_by = id')).rejects.toThrow('violates foreign key')
      const seen = await query(address, 'select revision from prices union select revision from coupons')
      const changed = await query(there, 'update prices set amount = amount - 1 returning revision')
      expect(seen).not.toContainEqual(changed[0])
      await query(there, `update servers set name = 'Again'`)
      expect(await query(there, 'select revision from servers')).toEqual([{ revision: 3 }])
    })
  },
)

test('every table has a row in these tests, and is in the backup unless a crash empties it anyway', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const { tables } = await fixture.backup(address, fixture.at('tables.tar'))
  expect(tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([])
  const all = [...(await readAllRows(address)).keys()]
  const left = all.filter((name) => tables.every((table) => table.name !== name))
  expect(left).toEqual(['inventory_check', 'rate_limits', 'schema_migrations', 'sequences'])
})

test('every column that stores a secret is listed among the losses of a lost key', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const columns = await query<{ place: string }>(
    address,
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name ~ '(password|secret|seal|token|key)'`,
  )
  const sealed = await withClient(address, listSealed)
  const plain = [
    'event_batches.key',
    'event_streams.token',
    'portal_settings.key',
    'push_keys.public_key',
    'users.password_hash',
  ]
  const known = [...sealed.map(({ table, column }) => `${table}.${column}`), ...plain]
  expect(columns.map(({ place: column }) => column).filter((column) => !known.includes(column))).toEqual([])
  expect(sealed.length).toBeGreaterThan(5)
})

test('a backup is compressed, and one from before backups were compressed still restores', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  await query(
    address,
    `insert into backups (id, kind, state, requested_at, started_at) values (gen_random_uuid(), 'backup', 'running', now(), now())`,
  )
  const file = fixture.at('small.tar.zst')
  await fixture.backup(address, file)
  const tar = zstdDecompressSync(readFileSync(file))
  expect(statSync(file).size).toBeLessThan(tar.length / 4)
  const plain = fixture.at('plain.tar')
  writeFileSync(plain, tar)
  const there = await fixture.empty(await getTestCluster())
  await fixture.restore(there, plain)
  // The backup that is restored is no backup that a process still makes.
  expect(await query(there, `select state from backups where state = 'running'`)).toEqual([])
  expect((await readAllRows(there)).get('users')).toEqual((await readAllRows(address)).get('users'))
  expect(readFileSync(join(fixture.at('restored'), demoPath), 'utf8')).toBe('demo!')
})

test('a backup of an older schema is restored to that, then migrated to the present', async () => {
  const all = await knownMigrations()
  const { address } = await fixture.filled(await getTestCluster(), all.length - 1)
  await query(address, `insert into memberships values (76561197960265729, 'vip', null, now())`)
  const file = fixture.at('older.tar')
  const { migrations } = await fixture.backup(address, file)
  expect(migrations).toHaveLength(all.length - 1)
  const there = await fixture.empty(await getTestCluster())
  expect((await fixture.restore(there, file)).migrated).toBe(1)
  expect(await query(there, 'select max(number) as number from schema_migrations')).toEqual([
    { number: all.length },
  ])
  expect(await query(there, 'select count(*)::integer as members from memberships')).toEqual([{ members: 1 }])
})
