import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../testing/database.ts'
import { startOldPostgres } from '../../testing/old-postgres.ts'
import { connectionOptions } from './connection/database-address.ts'
import { migrate } from './migrate.ts'
import { UnsupportedDatabase } from './unsupported-database.ts'

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let folder: string
beforeEach(async () => {
  empty = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'clutch-migrations-'))
})
afterEach(async () => {
  await empty.drop()
  rmSync(folder, { recursive: true })
})

function migration(name: string, sql: string): void {
  writeFileSync(join(folder, `${name}.sql`), sql)
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client(connectionOptions(empty.address))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('migrations are applied once, in order, and recorded', async () => {
  migration('0001-first', 'create table thing (id integer primary key);')
  migration('0002-second', 'insert into thing values (1); insert into thing values (2);')
  expect(await migrate(empty.address, folder)).toBe(2)
  expect(await migrate(empty.address, folder)).toBe(0)
  migration('0003-third', 'insert into thing values (3);')
  expect(await migrate(empty.address, folder)).toBe(1)
  expect(await query('select id from thing order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('several processes that start at once migrate once between them', async () => {
  migration(
    '0001-first',
    'create table thing (id integer); select pg_sleep(0.05); insert into thing values (1);',
  )
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(empty.address, folder)))
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1])
  expect(await query('select id from thing')).toEqual([{ id: 1 }])
})

test('a migration that fails changes nothing and names itself', async () => {
  migration('0001-first', 'create table thing (id integer);')
  migration('0002-broken', 'insert into thing values (1); insert into nothing values (1);')
  await expect(migrate(empty.address, folder)).rejects.toThrow('migration 0002-broken failed')
  expect(await query('select id from thing')).toEqual([])
  migration('0002-broken', 'insert into thing values (2);')
  expect(await migrate(empty.address, folder)).toBe(1)
  expect(await query('select id from thing')).toEqual([{ id: 2 }])
})

test('a migration changed after it was applied is refused', async () => {
  migration('0001-first', 'create table thing (id integer);')
  await migrate(empty.address, folder)
  migration('0001-first', 'create table thing (id bigint);')
  await expect(migrate(empty.address, folder)).rejects.toThrow(UnsupportedDatabase)
})

test('a database newer than the program is refused', async () => {
  migration('0001-first', 'create table thing (id integer);')
  migration('0002-second', 'create table other (id integer);')
  await migrate(empty.address, folder)
  rmSync(join(folder, '0002-second.sql'))
  await expect(migrate(empty.address, folder)).rejects.toThrow(
    'the database is newer than this program: it has migration 0002-second',
  )
})

test('a gap in the numbers is refused before anything is applied', async () => {
  migration('0002-second', 'create table thing (id integer);')
  await expect(migrate(empty.address, folder)).rejects.toThrow(
    'migration 0002-second should have the number 1',
  )
})

test('a PostgreSQL older than 15 is refused in one line', async () => {
  const old = await startOldPostgres('14.11 (Debian)')
  await expect(migrate(old.address)).rejects.toThrow(
    'the database is PostgreSQL 14.11 (Debian): Clutch needs 15 or newer',
  )
  await old.close()
})

test("the portal's own migrations apply to an empty database", async () => {
  expect(await migrate(empty.address)).toBeGreaterThan(0)
  expect(await query('select * from portal_settings')).toEqual([])
})

test('migration 0026 renames what a database of before stored by its former word', async () => {
  const migrations = join(import.meta.dirname, 'migrations')
  const files = readdirSync(migrations).toSorted()
  const before = files.filter((name) => name < '0026')
  for (const name of before) copyFileSync(join(migrations, name), join(folder, name))
  await migrate(empty.address, folder)
  await query(`insert into money_alerts (id, kind, subject, detail, first_at, last_at)
    values (gen_random_uuid(), 'lease-failed', 'sv-1', '{}', now(), now())`)
  await query(`insert into vip_terms (id, steam_id, source, source_id, starts_at, ends_at)
    values (gen_random_uuid(), 76561197960265729, 'lease', gen_random_uuid(), now(), now() + interval '1 hour')`)
  copyFileSync(join(migrations, '0026-glossary-names.sql'), join(folder, '0026-glossary-names.sql'))
  await migrate(empty.address, folder)
  expect(await query('select kind from money_alerts')).toEqual([{ kind: 'rental-failed' }])
  expect(await query('select source from vip_terms')).toEqual([{ source: 'rental' }])
})

test('K a process of the version before 0070 still puts messages for browsers into the outbox', async () => {
  await migrate(empty.address)
  await query(
    `insert into users (id, steam_id, created_at) values (gen_random_uuid(), 76561197960265729, now())`,
  )
  await query(`insert into push_subscriptions (id, user_id, endpoint_hash, target, service, language, user_agent, created_at)
    select id, id, '\\x0b', '', 'push.example', 'zh', 'Firefox', now() from users`)
  await query(`insert into push_messages (id, subscription_id, kind, thread, subject, fields, at, expires_at)
    select id, id, 'rental-ready', 'rental', 'sv-1', '{}', now(), now() from push_subscriptions`)
  expect(await query('select due_at <= now() as due from push_messages')).toEqual([{ due: true }])
})

/** Statements after which a process of the version before may fail. */
const breaking = [
  /\b(drop|rename) (table|column|to)\b/i,
  /\bset not null\b/i,
  /\balter column \w+ type\b/i,
  /\badd constraint\b/i,
  /\bcreate unique index\b/i,
  /\badd column \w+ (?!.*\bdefault\b).*\bnot null\b/is,
]
/** Up to here the changelog names them by hand. */
const unmarked = 72

test('K a new migration lets processes of the version before work on, or says that they must stop first', () => {
  const migrations = join(import.meta.dirname, 'migrations')
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
  for (const file of readdirSync(migrations).filter((name) => Number.parseInt(name, 10) > unmarked)) {
    const sql = readFileSync(join(migrations, file), 'utf8')
    const isMarked = sql.includes('-- Processes of the version before must stop first.')
    const statements = sql.replaceAll(/--.*$/gm, '').split(';')
    const found = statements.filter((statement) => breaking.some((pattern) => pattern.test(statement)))
    expect([file, isMarked ? [] : found]).toEqual([file, []])
    if (isMarked) expect([file, changelog.includes(file.slice(0, 4))]).toEqual([file, true])
  }
})
