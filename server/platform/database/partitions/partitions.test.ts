import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { auditLog, listPartitionedTables, playerDays } from './partitioned-tables.ts'
import {
  createPartitionsAhead,
  deleteUnpartitionedBefore,
  dropPartitionsBefore,
} from './partitions.service.ts'
import { maxMovedRows, selectPartitions } from './partitions.store.ts'

let context: TestContext
beforeEach(async () => {
  context = await createTestContext()
  context.clock.set('2026-11-30T23:59:00Z')
})
afterEach(() => context.destroy())

async function writeEntry(action: string, at = context.clock.now()): Promise<void> {
  await context.database
    .insertInto('audit_log')
    .values({ at, actor: 'a', action, subject: '', detail: '{}', address: '', user_agent: '' })
    .execute()
}

/** Which partition each entry is in. */
async function placed(): Promise<Record<string, string>> {
  const { rows } = await sql<{ action: string; partition: string }>`
    select action, tableoid::regclass::text as partition from audit_log order by id`.execute(context.database)
  return Object.fromEntries(
    rows.map(({ action, partition }) => [action, partition.replace('partitions.audit_log_', '')]),
  )
}

const names = async (table = auditLog) =>
  (await selectPartitions(context.database, table)).ranges.map(({ name }) =>
    name.replace(`${table.name}_`, ''),
  )
const create = () => createPartitionsAhead(context.database, [auditLog], context.clock.now())
const complete = { isComplete: true, tooLarge: [] }

test('partitions are created ahead, and rows on both sides of the end of a month are in two', async () => {
  const all = listPartitionedTables({ rawLogDays: 30 })
  expect(await createPartitionsAhead(context.database, all, context.clock.now())).toEqual(complete)
  expect(await names()).toEqual(['20261101', '20261201', '20270101'])
  await writeEntry('before')
  context.clock.advance(60_000)
  await writeEntry('after')
  expect(await placed()).toEqual({ before: '20261101', after: '20261201' })
  const counts = all.map(async (table) => (await names(table)).length)
  expect(await Promise.all(counts)).toEqual([4, 3, 8, 3, 3])
  const units = [1, 14, 15, 180, 181].map((rawLogDays) => listPartitionedTables({ rawLogDays })[0]?.unit)
  expect(units).toEqual(['day', 'day', 'week', 'week', 'month'])
})

test('several processes that start at once create each partition once', async () => {
  expect(await Promise.all(Array.from({ length: 4 }, create))).toContainEqual(complete)
  expect(await create()).toEqual(complete)
  expect(await names()).toEqual(['20261101', '20261201', '20270101'])
})

test('after months without a worker rows are stored, and the next pass moves them into their partition', async () => {
  await create()
  context.clock.set('2027-06-15T12:00:00Z')
  await writeEntry('late')
  expect(await placed()).toEqual({ late: 'default' })
  expect(await create()).toEqual(complete)
  expect(await placed()).toEqual({ late: '20270601' })
  await writeEntry('next')
  const { rows } = await sql<{ id: string }>`select id from audit_log order by id`.execute(context.database)
  expect(rows).toEqual([{ id: '1' }, { id: '2' }])
})

test.runIf(isProving)(
  'more rows than one lock may move stay in the default partition, and later partitions are created',
  async () => {
    await sql`
    insert into audit_log (at, actor, action, subject, detail, address, user_agent)
      select ${context.clock.now()}, 'a', 'many', '', '{}', '', ''
        from generate_series(1, ${maxMovedRows + 1})`.execute(context.database)
    const tooLarge = [{ table: 'audit_log', from: new Date('2026-11-01') }]
    expect(await create()).toEqual({ isComplete: true, tooLarge })
    expect(await names()).toEqual(['20261201', '20270101'])
    expect(await placed()).toEqual({ many: 'default' })
  },
)

test('retention drops whole months and keeps the month of its limit', async () => {
  for (const month of ['2026-11', '2026-12', '2027-01']) {
    context.clock.set(`${month}-15T00:00:00Z`)
    await create()
    await writeEntry(month)
  }
  expect(await dropPartitionsBefore(context.database, auditLog, new Date('2026-12-31T23:59:59.999Z'))).toBe(
    true,
  )
  expect(await placed()).toEqual({ '2026-12': '20261201', '2027-01': '20270101' })
  expect(await dropPartitionsBefore(context.database, auditLog, new Date('2027-01-01T00:00:00Z'))).toBe(true)
  expect(await placed()).toEqual({ '2027-01': '20270101' })
})

test('a partition that another transaction reads is dropped later, and rows are stored meanwhile', async () => {
  await create()
  await writeEntry('old')
  const before = new Date('2026-12-01T00:00:00Z')
  await context.database.transaction().execute(async (reader) => {
    await sql`select from audit_log`.execute(reader)
    expect(await dropPartitionsBefore(context.database, auditLog, before)).toBe(false)
    await writeEntry('new', before)
  })
  expect(await dropPartitionsBefore(context.database, auditLog, before)).toBe(true)
  expect(await placed()).toEqual({ new: '20261201' })
})

test.runIf(isProving)('of two processes that drop at once each partition is dropped once', async () => {
  await create()
  await writeEntry('old')
  const drop = () => dropPartitionsBefore(context.database, auditLog, new Date('2026-12-01T00:00:00Z'))
  expect(await Promise.all([drop(), drop(), drop()])).toContain(true)
  expect(await drop()).toBe(true)
  expect(await names()).toEqual(['20261201', '20270101'])
})

test('rows without a dated partition are deleted by their key, a slice at a time', async () => {
  const { database } = context
  await createPartitionsAhead(database, [playerDays], context.clock.now())
  await sql`
    insert into player_days select n, 'dm', day::date, 1, 1, 1, 1
      from generate_series(1, 3) as n, unnest(array['2026-01-02', '2026-01-03', '2026-11-01']) as day`.execute(
    database,
  )
  const remove = () => deleteUnpartitionedBefore(database, playerDays, new Date('2026-01-03'), 2)
  expect([await remove(), await remove(), await remove()]).toEqual([2, 1, 0])
  const { rows } =
    await sql`select day::text, count(*)::integer as count from player_days group by 1 order by 1`.execute(
      database,
    )
  expect(rows).toEqual([
    { day: '2026-01-03', count: 3 },
    { day: '2026-11-01', count: 3 },
  ])
})
