import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { snapshotTimeHeader } from '@clutch/contract/api/servers/servers.ts'
import { type GameServer, type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { startPoller } from '../index.ts'
import { type QueryDriver, createQueryDriver } from '../query/query-driver.ts'
import { statusAfterMiss } from './server-status.ts'
import { terminatePollerConnection } from '../testing/terminate-poller.ts'
import {
  createRealTimeContext,
  createServersApp,
  fetchServerList,
  registerTestServer,
} from '../testing/servers-app.ts'

let context: Awaited<ReturnType<typeof createRealTimeContext>>
let sim: Gamesim
let app: App
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  context = await createRealTimeContext()
  sim = await startGamesim({
    idle: true,
    seed: 'poller',
    servers: [
      { name: 'One', maps: ['de_dust2'], crowd: 5, maxPlayers: 16 },
      { name: 'Two', maps: ['de_nuke'], crowd: 0, maxPlayers: 10, password: 'x' },
    ],
  })
})

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
  await context.database.deleteFrom('servers').execute()
  for (const server of sim.servers) {
    await server.crash()
    await server.start()
  }
})

afterAll(async () => {
  await sim.close()
  await context.destroy()
})

async function openPortal(): Promise<App> {
  app = await createServersApp(context)
  stops.push(() => app.close())
  return app
}

/** A poller whose questions are counted. */
function poll(): { queries: () => number; stop: () => Promise<void> } {
  const query = createQueryDriver({ timeoutMs: 200 })
  let queries = 0
  const counting: QueryDriver = {
    ask: (target, wants) => {
      queries += 1
      return query.ask(target, wants)
    },
    close: () => query.close(),
  }
  const poller = startPoller(context, counting)
  stops.push(() => poller.stop())
  return { queries: () => queries, stop: () => poller.stop() }
}

function first(): GameServer {
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

const within = { timeout: 10_000, interval: 25 }
const listed = async (id: string) => (await fetchServerList(app)).find((server) => server.id === id)

test('D18 a registered server is asked at once and listed as it answers', async () => {
  await openPortal()
  poll()
  const id = await registerTestServer(app, { port: first().port, name_display: '一号' })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1 }), within)
  expect(await listed(id)).toMatchObject({
    map: 'de_dust2',
    players: '5/16',
    locked: false,
    name_display: '一号',
  })
})

test('D18 a server never asked is listed, and not open', async () => {
  await openPortal()
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(
    async () => expect(await listed(id)).toMatchObject({ open: 0, players: '0/0', map: '' }),
    within,
  )
  const answer = await app.inject({ url: '/api/operator/servers', headers: asOperator })
  expect(answer.json()).toMatchObject([{ id, state: 'unknown' }])
})

test('D18 map and player changes show, three misses turn a server offline, an answer brings it back', async () => {
  await openPortal()
  poll()
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1, map: 'de_dust2' }), within)
  first().changeMap('de_mirage')
  first().connect({ name: 'new', steamId: '76561198000000001' })
  await vi.waitFor(
    async () => expect(await listed(id)).toMatchObject({ map: 'de_mirage', players: '6/16' }),
    within,
  )
  await first().crash()
  await vi.waitFor(
    async () => expect(await listed(id)).toMatchObject({ open: 0, map: 'de_mirage', players: '0/16' }),
    {
      ...within,
      timeout: 15_000,
    },
  )
  await first().start()
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1, players: '5/16' }), within)
}, 40_000)

test('two silent polls change nothing: the third does', async () => {
  const online = {
    state: 'online',
    map: 'de_x',
    players: 3,
    max: 10,
    bots: 1,
    locked: false,
    gameVersion: null,
  } as const
  expect([1, 2].map((misses) => statusAfterMiss(online, misses))).toEqual([online, online])
  expect(statusAfterMiss(online, 3)).toEqual({ ...online, state: 'offline', players: 0, bots: 0 })
  expect(statusAfterMiss(null, 2)).toBeNull()
  expect(statusAfterMiss(null, 3)).toMatchObject({ state: 'offline', map: '' })
})

test('of two pollers one polls; when it stops the other takes over and the list continues', async () => {
  await openPortal()
  const [one, two] = [poll(), poll()]
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1 }), within)
  expect([one.queries(), two.queries()].filter((queries) => queries > 0)).toHaveLength(1)
  const [holder, other] = one.queries() > 0 ? [one, two] : [two, one]
  await holder.stop()
  const before = holder.queries()
  first().changeMap('de_train')
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ map: 'de_train' }), within)
  expect(holder.queries()).toBe(before)
  expect(other.queries()).toBeGreaterThan(0)
})

test('a poller whose connection dies stops at once and polls again once it holds the lock', async () => {
  await openPortal()
  const { queries } = poll()
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1 }), within)
  await terminatePollerConnection(context.database)
  const before = queries()
  first().changeMap('de_vertigo')
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ map: 'de_vertigo' }), within)
  expect(queries()).toBeGreaterThan(before)
})

test('the last known list survives a restart, and a poller continues from it', async () => {
  await openPortal()
  const { stop } = poll()
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1 }), within)
  await stop()
  await app.close()
  await first().crash()
  await openPortal()
  expect(await listed(id)).toMatchObject({ open: 1, players: '5/16' })
  poll()
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 0 }), {
    ...within,
    timeout: 15_000,
  })
}, 30_000)

test('a moved, hidden or removed server is followed at once', async () => {
  await openPortal()
  poll()
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1, map: 'de_dust2' }), within)
  const change = (payload: object) =>
    app.inject({ method: 'PATCH', url: `/api/operator/servers/${id}`, headers: asOperator, payload })
  await change({ port: sim.servers[1]?.port ?? 0 })
  await vi.waitFor(
    async () => expect(await listed(id)).toMatchObject({ map: 'de_nuke', locked: true }),
    within,
  )
  await change({ hidden: true })
  await vi.waitFor(async () => expect(await listed(id)).toBeUndefined(), within)
  await change({ hidden: false })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1 }), within)
  await app.inject({ method: 'DELETE', url: `/api/operator/servers/${id}`, headers: asOperator })
  await vi.waitFor(async () => expect(await listed(id)).toBeUndefined(), within)
})

test('while nothing changes the list is confirmed: same tag, newer time', async () => {
  await openPortal()
  poll()
  const id = await registerTestServer(app, { port: first().port })
  await vi.waitFor(async () => expect(await listed(id)).toMatchObject({ open: 1 }), within)
  const { headers } = await app.inject({ url: '/api/servers' })
  await vi.waitFor(async () => {
    const again = await app.inject({
      url: '/api/servers',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    expect(Number(again.headers[snapshotTimeHeader])).toBeGreaterThan(Number(headers[snapshotTimeHeader]))
  }, within)
})
