import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLogRetentionMs, trendDays } from '@clutch/contract/limits.ts'
import { maintainPartitions } from './partitions.worker.ts'
import { type TestContext, createTestContext } from '../testing/test-context.ts'

let context: TestContext
let logged = ''
beforeEach(async () => {
  logged = ''
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  context = await createTestContext({ log: pino({}, sink) })
  context.clock.set('2026-11-15T12:00:00Z')
})
afterEach(() => context.destroy())

async function write(rows = 1): Promise<void> {
  const now = context.clock.now()
  await sql`
    insert into audit_log (at, actor, action, subject, detail, address, user_agent)
      select ${now}, 'a', 'LOGOUT', '', '{}', '', '' from generate_series(1, ${rows}::integer)`.execute(
    context.database,
  )
  await sql`insert into player_days values (${now.getTime()}, 'dm', ${now}::date, 1, 1, 1, 1)`.execute(
    context.database,
  )
}

async function days(table: string, key: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct ${sql.ref(key)}::date::text as day from ${sql.table(table)} order by 1`.execute(
    context.database,
  )
  return rows.map(({ day }) => day)
}

test('C12 each pass drops the months past the retention of their table and keeps the others', async () => {
  expect(await maintainPartitions(context)).toBe(true)
  await write()
  context.clock.set(new Date(Date.parse('2026-12-01T00:00:00Z') + (trendDays + 1) * 86_400_000))
  await write()
  expect(await maintainPartitions(context)).toBe(true)
  const later = context.clock.now().toISOString().slice(0, 10)
  expect([await days('audit_log', 'at'), await days('player_days', 'day')]).toEqual([
    ['2026-11-15', later],
    [later],
  ])
  context.clock.set(new Date(Date.parse('2026-12-01T00:00:00Z') + auditLogRetentionMs - 1))
  await maintainPartitions(context)
  expect(await days('audit_log', 'at')).toContain('2026-11-15')
  context.clock.advance(1)
  await maintainPartitions(context)
  expect(await days('audit_log', 'at')).not.toContain('2026-11-15')
})

test('rows that are too many to be moved stay in the default partition, which a line of the log says', async () => {
  await write(10_001)
  expect(await maintainPartitions(context)).toBe(true)
  expect(logged).toContain('a partition is not created: too many of its rows are in the default partition')
})
