import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '../../../platform/database/connection/database-address.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { createEmptyDatabase } from '../../../testing/database.ts'

const migrations = join(import.meta.dirname, '../../../platform/database/migrations')

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let client: pg.Client

beforeAll(async () => {
  empty = await createEmptyDatabase()
  client = new pg.Client(connectionOptions(empty.address))
  await client.connect()
  const folder = mkdtempSync(join(tmpdir(), 'clutch-migrations-'))
  const copy = (name: string) => copyFileSync(join(migrations, name), join(folder, name))
  const names = readdirSync(migrations).toSorted()
  for (const name of names.filter((one) => one < '0046')) copy(name)
  await migrate(empty.address, folder)
  await client.query(`
    insert into memberships (steam_id, group_name, granted_at)
      values (76561197960265729, 'op', now()), (76561197960265730, 'vip', now());
    insert into audit_log (at, actor, action, subject, detail, address, user_agent)
      select now(), 'a', action, '', '{}', '', ''
        from unnest(array['POST /api/operator/orders/:id/refund', 'POST /api/operator/gone', 'LOGIN-STEAM']) as action;`)
  for (const name of names.filter((one) => one >= '0046' && one < '0048')) copy(name)
  await migrate(empty.address, folder)
  rmSync(folder, { recursive: true })
})
afterAll(async () => {
  await client.end()
  await empty.drop()
})

test('C18 who was an operator before there were roles is an owner', async () => {
  const { rows } = await client.query(`select steam_id, role_id, server_ids from operators`)
  expect(rows).toEqual([{ steam_id: '76561197960265729', role_id: 'owner', server_ids: null }])
})

test('C12 entries of the audit log name calls by id after the migration, and count as acts of operators', async () => {
  const { rows } = await client.query(`select action, by_operator from audit_log order by id`)
  expect(rows).toEqual([
    { action: 'operatorRefundOrder', by_operator: true },
    { action: 'POST /api/operator/gone', by_operator: true },
    { action: 'LOGIN-STEAM', by_operator: false },
  ])
})
