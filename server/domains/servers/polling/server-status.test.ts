import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Queries } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { HistoryCounter, rollUpHistory } from '../history/history.service.ts'
import { deleteServer } from '../registry/registry.store.ts'
import { saveStatuses } from './server-status.store.ts'
import type { ServerStatus } from './server-status.ts'
import { createServersApp, fetchServerList, registerTestServer, writeStatus } from '../testing/servers-app.ts'

const online: ServerStatus = {
  state: 'online',
  map: 'de_dust2',
  players: 3,
  max: 16,
  bots: 0,
  locked: false,
  gameVersion: null,
}

let context: TestContext
let app: App

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context)
})

beforeEach(async () => {
  await context.database.deleteFrom('servers').execute()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const change = (id: string, payload: object) =>
  app.inject({ method: 'PATCH', url: `/api/operator/servers/${id}`, headers: asOperator, payload })
const target = { ip: '127.0.0.1', port: 27_015, protocol: 'valve' }
const states = () => context.database.selectFrom('server_status').select('state').execute()

/** Runs a write that has begun before a removal is committed and has to wait for it. */
async function whileRemoved(id: string, write: (queries: Queries) => Promise<void>): Promise<void> {
  let writing: Promise<void> | undefined
  await context.database.transaction().execute(async (tx) => {
    await deleteServer(tx, id)
    writing = write(context.database)
    writing.catch(() => undefined)
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(context.database)
      expect(waiting.rows).toHaveLength(1)
    })
  })
  await writing
}

test('a server removed while its status is written is passed over', async () => {
  const id = await registerTestServer(app, {})
  await whileRemoved(id, (queries) =>
    saveStatuses(queries, new Map([[id, { target, status: online }]]), context.clock.now()),
  )
  expect(await states()).toEqual([])
})

test('D16 a server removed while its history is written or rolled up is passed over', async () => {
  const id = await registerTestServer(app, {})
  const counter = new HistoryCounter()
  counter.add(id, 5, context.clock.now())
  await whileRemoved(id, (queries) => counter.write(queries))
  const other = await registerTestServer(app, {})
  counter.add(other, 5, context.clock.now())
  await counter.write(context.database)
  context.clock.advance(3_600_000)
  await whileRemoved(other, (queries) => rollUpHistory(queries, context.clock.now()))
  expect(await context.database.selectFrom('server_history_hours').selectAll().execute()).toEqual([])
})

test.each([{ port: 27_016 }, { ip: '127.0.0.2' }, { protocol: 'openarena' }, { hidden: true }])(
  'a status seen before %j is not used for the server there now',
  async (moved) => {
    const id = await registerTestServer(app, target)
    await change(id, moved)
    await saveStatuses(context.database, new Map([[id, { target, status: online }]]), context.clock.now())
    expect(await states()).toEqual([])
  },
)

test('D18 a server that is shown again is not open before it has answered', async () => {
  const id = await registerTestServer(app, {})
  await writeStatus(context, id, online)
  await vi.waitFor(async () => expect(await fetchServerList(app)).toMatchObject([{ open: 1 }]))
  await change(id, { hidden: true })
  await vi.waitFor(async () => expect(await fetchServerList(app)).toEqual([]))
  await change(id, { hidden: false })
  await vi.waitFor(async () => expect(await fetchServerList(app)).toMatchObject([{ open: 0 }]))
})
