import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { createEmptyDatabase, createTestDatabase } from '../../../testing/database.ts'
import { connectionOptions } from '../connection/database-address.ts'
import { openDatabase } from '../index.ts'
import { migrate } from '../migrate.ts'
import { listPartitionedTables } from './partitioned-tables.ts'
import { createPartitionsAhead } from './partitions.service.ts'

const migrations = join(import.meta.dirname, '../migrations')
const migrationName = '0045-partitions.sql'

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client
/** The rows and the files of the tables before the migration. */
let rows: Record<string, unknown>
let files: unknown

beforeAll(async () => {
  empty = await createEmptyDatabase()
  client = new pg.Client(connectionOptions(empty.address))
  await client.connect()
  const folder = mkdtempSync(join(tmpdir(), 'clutch-migrations-'))
  const copy = (name: string) => copyFileSync(join(migrations, name), join(folder, name))
  for (const name of readdirSync(migrations).filter((one) => one < migrationName)) copy(name)
  await migrate(empty.address, folder)
  await fill()
  rows = await readRows()
  files = await readFiles('', '')
  copy(migrationName)
  await migrate(empty.address, folder)
  rmSync(folder, { recursive: true })
})
afterAll(async () => {
  await client.end()
  await empty.drop()
})

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows
}

const tables = listPartitionedTables({ rawLogDays: 30 }).map(({ name }) => name)
const server = '00000000-0000-7000-8000-000000000010'

/** Rows of every table: now, long ago, and of clocks that are ahead or have no time. */
async function fill(): Promise<void> {
  await query(`
    insert into servers (id, ip, port, protocol, name, name_display, category, region, tickrate, reserved, ontop, star, hidden,
        rules_zh, rules_en, created_at)
      values ('${server}', '203.0.113.1', 27015, 'valve', 'A', '', 'dm', 'ap-tokyo', '64', 0, 0, 0, false, '', '', now());
    insert into event_streams (server_id, kind, token, head) values ('${server}', 'log', 't', 1);
    insert into event_batches (stream_id, at, begins, ends, key, body, received_at, free_for_all, min_humans)
      select 1, (extract(epoch from now() - n * interval '1 hour') * 1000)::bigint, 0, 9, '0-9', 'line'::bytea, now(), false, 2
        from generate_series(0, 800) as n
      union all select 1, 0, 0, 0, 'match', '{}'::bytea, now(), false, 2
      union all select 1, (extract(epoch from now() + interval '1 year') * 1000)::bigint, 0, 9, '0-9', 'line'::bytea, now(), false, 2;
    insert into audit_log (at, actor, action, subject, detail, address, user_agent)
      select now() - n * interval '1 day', 'a', 'POST /api/operator/x', '', '{"refused":"no"}', '', '' from generate_series(0, 700) as n;
    insert into server_history_minutes select '${server}', now() - n * interval '1 minute', n, 1, n from generate_series(0, 1500) as n;
    insert into server_history_hours select '${server}', now() - n * interval '1 hour', n, 1, n from generate_series(0, 1500) as n;
    insert into player_days select n, 'dm', current_date - n, n, n, n, n from generate_series(0, 100) as n`)
}

async function readRows(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const name of tables) {
    const order = `order by row(t.*)::text collate "C"`
    const sum = `md5(string_agg(row(t.*)::text, E'\\n' ${order}))`
    all[name] = await query(`select ${sum} as sum, count(*)::integer from ${name} t`)
  }
  return all
}

const readFiles = (prefix: string, suffix: string) =>
  query(
    `select ${tables.map((name) => `pg_relation_filenode('${prefix}${name}${suffix}') as ${name}`).join(', ')}`,
  )

const schemaQuery = `
  select conname as name, pg_get_constraintdef(oid) as what from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select attrelid::regclass || '.' || attname, format_type(atttypid, atttypmod) || attnotnull::text || attgenerated::text
    || coalesce(pg_get_expr(adbin, adrelid), '')
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
      and attnum > 0 and not attisdropped
  order by 1, 2`

test('filled tables become partitioned: the same rows in the same files, and the next number is a new one', async () => {
  expect(await readRows()).toEqual(rows)
  expect(await readFiles('partitions.', '_former')).toEqual(files)
  const places = `select tableoid::regclass::text as partition, count(*)::integer from event_batches group by 1 order by 1`
  expect(await query(places)).toEqual([
    { partition: 'partitions.event_batches_default', count: 1 },
    { partition: 'partitions.event_batches_former', count: 801 },
    { partition: 'partitions.event_batches_timeless', count: 1 },
  ])
  expect(
    await query(
      `select nextval('event_batches_id_seq')::integer as batch, nextval('audit_log_id_seq')::integer as entry`,
    ),
  ).toEqual([{ batch: 804, entry: 702 }])
})

test('I9 a batch that was stored before the migration is not stored again, wherever its row is', async () => {
  const again = `insert into event_batches (stream_id, at, begins, ends, key, body, received_at, free_for_all, min_humans)
    select stream_id, at, begins, ends, key, body, now(), false, 2 from event_batches`
  expect(
    await query(`${again} on conflict (stream_id, at, begins, ends, key) do nothing returning id`),
  ).toEqual([])
  await expect(query(again)).rejects.toThrow('duplicate key value violates unique constraint')
  const minutes = `insert into server_history_minutes select server_id, at, 1, 1, 1 from server_history_minutes`
  await expect(query(minutes)).rejects.toThrow('duplicate key value violates unique constraint')
})

test.runIf(isProving)(
  'an upgraded database has the tables of a new one, and partitions are created after those from before',
  async () => {
    await migrate(empty.address)
    const fresh = await createTestDatabase()
    expect(await query(schemaQuery)).toEqual((await fresh.raw(schemaQuery)).rows)
    await fresh.destroy()
    const database = openDatabase(empty.address, pino({ level: 'silent' }), 2)
    const all = listPartitionedTables({ rawLogDays: 30 })
    expect(await createPartitionsAhead(database, all, new Date())).toEqual({ isComplete: true, tooLarge: [] })
    await database.destroy()
    const [entry] = await query(`
    insert into audit_log (at, actor, action, subject, detail, address, user_agent)
      values (now() + interval '2 months', 'a', '', '', '{}', '', '') returning tableoid::regclass::text as partition`)
    expect(entry?.['partition']).toMatch(/^partitions\.audit_log_\d{8}$/)
  },
)

test('what refers to a server is deleted with it, from the partitions from before, too', async () => {
  await query('delete from servers')
  expect(await query('select from server_history_minutes')).toEqual([])
  expect(await query('select from server_history_hours')).toEqual([])
})
