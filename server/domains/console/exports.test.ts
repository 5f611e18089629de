import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../accounts/testing/test-users.ts'
import type { App } from '../../platform/http/app.ts'
import { composeApp } from '../../portal.ts'
import { createTestRental } from '../rentals/testing/rental-builder.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { testOperatorTokenHash } from '../../testing/http.ts'
import { readLines } from './testing/lines.ts'

/** More than is read at once. */
const many = 1_100
const owner = '76561197960265729'
const dataDir = mkdtempSync(join(tmpdir(), 'clutch-exports-'))

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  context.config = { ...context.config, dataDir }
  await context.jobs.start()
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
  await app.ready()
  await fill()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  rmSync(dataDir, { recursive: true })
})

/** Inserts `many` rows of each kind, all with the same time. */
async function fill(): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const { userId } = await signIn(context, owner, { groups: ['op'], secondFactor: 'shown' })
  const each = sql`generate_series(1, ${many}) as n`
  await sql`insert into users (id, steam_id, username, created_at)
    select gen_random_uuid(), 76561198000000000 + n, 'Player ' || n, ${now} from ${each}`.execute(database)
  await sql`insert into memberships (steam_id, group_name, granted_at)
    select 76561198000000000 + n, 'pro', ${now} from ${each}`.execute(database)
  await sql`insert into orders (id, number, user_id, buyer, product, product_id, options, duration,
      description_zh, description_en, method, currency, list_amount, amount, state, created_at)
    select gen_random_uuid(), 'ord-' || n, ${userId}, ${owner}, 'vip', 'plan', '{}', '1m',
      'VIP', 'VIP', 'alipay', 'CNY', 100, 100, case when n % 2 = 0 then 'open' else 'closed' end, ${now}
    from ${each}`.execute(database)
  await sql`insert into gift_cards (id, hash, begins, duration, batch, created_at, expires_at)
    select gen_random_uuid(), decode(lpad(n::text, 64, '0'), 'hex'), 'ABCD', '1m', 'cup', ${now}, ${now}
    from ${each}`.execute(database)
  await sql`insert into audit_log (at, actor, action, subject, detail, address, user_agent)
    select ${now}, 'operator', 'operatorChangePortalSettings', n::text, '{}', '', '' from ${each}`.execute(
    database,
  )
  await sql`insert into pgboss.job (name, data) select 'mail', '{}' from ${each}`.execute(database)
  const ten = Array.from({ length: 10 })
  for (let at = 0; at < many; at += ten.length)
    await Promise.all(ten.map(() => createTestRental(context, { user_id: userId, owner })))
}

const read = (path: string) => readLines(app, path)

test.each([
  ['orders', 'id', many],
  ['users', 'id', many + 1],
  ['memberships', 'steamId', many + 1],
  ['gift-cards', 'id', many],
  ['audit', 'id', many],
  ['jobs', 'id', many],
  ['rentals', 'instance_id', many],
])('J the export of %s holds every row once, and says that it is whole', async (list, key, count) => {
  const { rows, whole } = await read(`${list}/export`)
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map((row) => row[key])).size).toBe(count)
  expect(whole).toBe(true)
  const page = await readLines(app, `${list}?size=1`)
  const [first] = (page.rows[0]?.['rows'] ?? []) as object[]
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(Object.keys(first ?? {}).toSorted())
})

test.each([
  ['orders/export?state=open', many / 2],
  ['orders/export?find=ord-1099', 1],
  ['users/export?find=player%20109', 11],
  ['memberships/export?group=op', 1],
  ['gift-cards/export?batch=other', 0],
  ['audit/export?area=servers', 0],
  ['audit/export?subject=7', 1],
  ['jobs/export?state=failed', 0],
  ['rentals/export?region=ap-tokyo', 0],
])('J the export %s holds what the list is narrowed to', async (path, count) => {
  const { rows, whole } = await read(path)
  expect([rows.length, whole]).toEqual([count, true])
})

test('J G19 the export of rentals names their owners and contains no password', async () => {
  await context.database
    .updateTable('users')
    .set({ username: '阿杰' })
    .where('steam_id', '=', owner)
    .execute()
  const { rows, text } = await read('rentals/export')
  expect(new Set(rows.map(({ ownerName }) => ownerName))).toEqual(new Set(['阿杰']))
  expect(text).not.toContain('pass1234')
})

test.each(['orders/export?state=x', 'audit/export?from=x', 'users/export?find=%00'])(
  'J no export is made of %s',
  async (path) => expect((await read(path)).status).toBe(400),
)
