import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { pino } from 'pino'
import { setTimeout as wait } from 'node:timers/promises'
import { deadlines } from '../../../platform/database/connection/database-deadlines.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import { type FreezingProxy, startFreezingProxy } from '../../../testing/freezing-proxy.ts'
import { startPoller } from '../index.ts'
import type { QueryDriver } from '../query/query-driver.ts'
import { QueryFailed } from '../query/query-failed.ts'
import { createRealTimeContext, createServersApp, registerTestServer } from '../testing/servers-app.ts'

let context: Awaited<ReturnType<typeof createRealTimeContext>>
let proxy: FreezingProxy

beforeAll(async () => {
  context = await createRealTimeContext()
  proxy = await startFreezingProxy()
})
afterAll(async () => {
  await proxy.close()
  await context.destroy()
})

test('a poller stops asking when its lock is gone, also while the database lets a query wait', async () => {
  const app = await createServersApp(context)
  await registerTestServer(app, { port: 1 })
  const { host, port } = proxy
  const database = openDatabase({ ...context.database.address, host, port }, pino({ level: 'silent' }), 5, {
    ...deadlines,
    silenceMs: 60_000,
    statementMs: 60_000,
    closeMs: 100,
  })
  const ask = vi.fn<QueryDriver['ask']>(() => Promise.reject(new Error('silent')))
  const poller = startPoller({ ...context, database }, { ask, close: () => undefined })
  await vi.waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(2), { timeout: 5_000 })
  proxy.freeze()
  await vi.waitFor(
    async () => {
      const queries = ask.mock.calls.length
      await wait(400)
      expect(ask.mock.calls).toHaveLength(queries)
    },
    { timeout: 6_000 },
  )
  await database.destroy()
  await poller.stop()
  await app.close()
})

test('D18 a new poller saves statuses while it cannot roll up the history', async () => {
  const app = await createServersApp(context)
  const id = await registerTestServer(app, { port: 2 })
  const { database } = context
  const lastHour = new Date(Date.now() - 3_600_000)
  await database
    .insertInto('server_history_minutes')
    .values({ server_id: id, at: lastHour, players_sum: 1, samples: 1, peak: 1 })
    .execute()
  await sql`create function refuse_roll_up() returns trigger language plpgsql as $$ begin raise 'no roll-up'; end $$`.execute(
    database,
  )
  await sql`create trigger refuse_roll_up before insert on server_history_hours for each row
    execute function refuse_roll_up()`.execute(database)
  const warn = vi.fn<(fields: object, message: string) => void>()
  const log = Object.assign(pino({ level: 'silent' }), { warn })
  const ask = () => Promise.reject(new QueryFailed('silent'))
  const poller = startPoller({ ...context, log }, { ask, close: () => undefined })
  const readConfirmed = async () => {
    const { confirmed_at: at } = await database
      .selectFrom('server_snapshot')
      .select('confirmed_at')
      .executeTakeFirstOrThrow()
    return at.getTime()
  }
  await vi.waitFor(() => expect(warn).toHaveBeenCalled())
  const failedAt = Date.now()
  await vi.waitFor(async () => expect(await readConfirmed()).toBeGreaterThan(failedAt))
  await poller.stop()
  expect(warn.mock.calls.map(([, message]) => message)).toEqual([
    'the history of the servers is not rolled up now; retrying',
  ])
  await sql`drop trigger refuse_roll_up on server_history_hours`.execute(database)
  await app.close()
})
