import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { snapshotTimeHeader } from '@clutch/contract/api/servers/servers.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type Poller, startPoller } from '../index.ts'
import { createQueryDriver } from '../query/query-driver.ts'
import { disconnectDatabase } from '../testing/database-outage.ts'
import {
  createRealTimeContext,
  createServersApp,
  fetchServerList,
  registerTestServer,
} from '../testing/servers-app.ts'

let context: Awaited<ReturnType<typeof createRealTimeContext>>
let sim: Gamesim
let app: App
let poller: Poller

beforeAll(async () => {
  context = await createRealTimeContext()
  sim = await startGamesim({ idle: true, servers: [{ maps: ['de_dust2'], crowd: 4 }] })
  app = await createServersApp(context)
  poller = startPoller(context, createQueryDriver({ timeoutMs: 200 }))
})

afterAll(async () => {
  await poller.stop()
  await app.close()
  await sim.close()
  await context.destroy()
})

test('the list stays, with its time, while the database is unreachable, and continues when it is back', async () => {
  const [server] = sim.servers
  await registerTestServer(app, { port: server?.port ?? 0 })
  const within = { timeout: 15_000, interval: 25 }
  await vi.waitFor(async () => expect(await fetchServerList(app)).toMatchObject([{ open: 1 }]), within)
  const bringBack = await disconnectDatabase(context.database)
  const before = await app.inject({ url: '/api/servers' })
  server?.changeMap('de_nuke')
  const announcement = await app.inject({ url: '/api/server/announcement' })
  expect(announcement.statusCode).toBeGreaterThanOrEqual(500)
  for (let time = 0; time < 20; time++) {
    const { body, headers } = await app.inject({ url: '/api/servers' })
    expect([body, headers[snapshotTimeHeader]]).toEqual([before.body, before.headers[snapshotTimeHeader]])
  }
  await bringBack()
  await vi.waitFor(
    async () => expect(await fetchServerList(app)).toMatchObject([{ map: 'de_nuke', open: 1 }]),
    within,
  )
  const after = await app.inject({ url: '/api/servers' })
  expect(Number(after.headers[snapshotTimeHeader])).toBeGreaterThan(
    Number(before.headers[snapshotTimeHeader]),
  )
}, 40_000)
