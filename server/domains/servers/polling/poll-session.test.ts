import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { setTimeout as wait } from 'node:timers/promises'
import { deadlines } from '../../../platform/database/connection/database-deadlines.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import { type FreezingProxy, startFreezingProxy } from '../../../testing/freezing-proxy.ts'
import { startPoller } from '../index.ts'
import type { QueryDriver } from '../query/query-driver.ts'
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
}, 12_000)
