import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Health, Overview } from '@clutch/contract/api/console/console.ts'
import { signIn } from '../accounts/testing/test-users.ts'
import type { App } from '../../platform/http/app.ts'
import { insertAttempt, insertOrder } from '../payments/testing/rows.ts'
import { HistoryCounter } from '../servers/history/history.service.ts'
import { createTestRental } from '../rentals/testing/rental-builder.ts'
import { writeStatus } from '../servers/testing/servers-app.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { asOperator } from '../../testing/http.ts'
import { createAdminApp } from './testing/app.ts'
import { overviewMaxAgeMs } from './overview.service.ts'
import { aRegisteredServer } from './testing/server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let context: TestContext
let app: App
let user_id: string
/** Noon in Shanghai, so that a day has room on both sides. */
const noon = new Date('2026-11-22T12:00:00+08:00')

beforeAll(async () => {
  context = await createTestContext()
  context.clock.advance(noon.getTime() - context.clock.now().getTime())
  app = await createAdminApp(context)
  user_id = (await signIn(context, '76561198000000001')).userId
})
beforeEach(async () => {
  const { database } = context
  await database.updateTable('orders').set({ paid_by: null }).execute()
  for (const table of [
    'player_counts',
    'money_alerts',
    'payment_attempts',
    'orders',
    'rentals',
    'servers',
  ] as const)
    await database.deleteFrom(table).execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const now = () => context.clock.now()
const ago = (ms: number) => new Date(now().getTime() - ms)
/** What is read now: an answer is used again for some seconds. */
const overview = async (range = '24h') => {
  context.clock.wait(overviewMaxAgeMs)
  return readOverview(range)
}
const readOverview = async (range = '24h') =>
  (await app.inject({ url: `/api/operator/overview?range=${range}`, headers: asOperator })).json<Overview>()
const health = async () =>
  (await app.inject({ url: '/api/operator/health', headers: asOperator })).json<Health>()

/** A registered server that plays. */
async function aServer(name: string, players: number, more: object = {}): Promise<string> {
  const id = await aRegisteredServer(context, name, more)
  const status = {
    state: 'online' as const,
    map: 'de_mirage',
    players,
    max: 10,
    bots: 0,
    locked: false,
    gameVersion: null,
  }
  await writeStatus(context, id, status)
  return id
}

/** Counts a server's players as a poller does, in a number of samples of a minute. */
async function counted(server: string, at: Date, players: number, samples = 6) {
  const counter = new HistoryCounter()
  for (let sample = 0; sample < samples; sample += 1) counter.add(server, players, at)
  await counter.write(context.database)
}

async function paid(product: string, amount: number, at: Date, currency = 'CNY'): Promise<void> {
  const order_id = await insertOrder(context.database, at, {
    user_id,
    product,
    amount,
    list_amount: amount,
    currency,
  })
  const { id } = await insertAttempt(context.database, at, { order_id, amount, currency })
  await context.database
    .updateTable('orders')
    .set({ state: 'paid', paid_by: id, paid_at: at })
    .where('id', '=', order_id)
    .execute()
}

test('J the overview adds up the players of all servers, now, over a day and against the day before', async () => {
  const [one, two] = [await aServer('One', 9), await aServer('Two', 3)]
  await aServer('Hidden', 5, { hidden: true })
  for (const [at, players] of [
    [ago(20 * minuteMs), 4],
    [ago(15 * minuteMs), 8],
  ] as const)
    await counted(one, at, players)
  await counted(two, ago(20 * minuteMs), 2, 1)
  await counted(one, ago(48 * hourMs + minuteMs), 5)
  const { players } = await overview()
  expect(players.now).toBe(12)
  // However often each was asked.
  expect(players.points).toEqual([
    { at: ago(20 * minuteMs).getTime(), players: 6 },
    { at: ago(15 * minuteMs).getTime(), players: 8 },
  ])
  expect(players.before).toEqual([])
  await counted(one, ago(25 * hourMs), 10)
  const later = await overview()
  expect(later.players.before).toEqual([{ at: ago(hourMs).getTime(), players: 10 }])
  expect(later.players.change).toBe(20)
})

test('J the overview is read once for all who ask within some seconds', async () => {
  await aServer('One', 4)
  const [one, other] = await Promise.all([overview(), readOverview()])
  expect([one.servers.length, other.servers.length]).toEqual([1, 1])
  await aServer('Two', 4)
  expect((await readOverview()).servers).toHaveLength(1)
  expect((await readOverview('7d')).servers).toHaveLength(2)
  expect((await overview()).servers).toHaveLength(2)
})

test('J a day of minutes is returned in steps of ten', async () => {
  const id = await aServer('One', 4)
  for (let minute = 1; minute <= 130; minute += 1) await counted(id, ago(minute * minuteMs), minute)
  const { points } = (await overview()).players
  expect(points).toHaveLength(13)
  expect(points.at(-1)).toEqual({ at: ago(10 * minuteMs).getTime(), players: 5.5 })
})

test.each([
  ['7d', 7],
  ['30d', 30],
])('J the overview of %s is made of the averages of hours', async (range, days) => {
  const id = await aServer('One', 4)
  context.clock.advance(30 * minuteMs)
  await counted(id, ago(minuteMs), 6)
  await counted(id, ago((days - 1) * dayMs + 30 * minuteMs), 3)
  await counted(id, ago((days + 1) * dayMs + 30 * minuteMs), 7)
  await counted(id, ago((2 * days + 1) * dayMs), 100)
  const { players } = await overview(range)
  expect(players.points.map((point) => point.players)).toEqual([3, 6])
  expect(players.before.map((point) => point.players)).toEqual([7])
  context.clock.advance(-30 * minuteMs)
})

test('J the overview counts what came in by day of Shanghai, group and currency, also days of nothing', async () => {
  await paid('server_rental', 4_000, ago(12 * hourMs))
  await paid('vip', 2_500, ago(hourMs))
  await paid('vip_card', 500, ago(12 * hourMs + 1))
  await paid('vip', 999, ago(hourMs), 'USD')
  await paid('vip', 1, ago(7 * dayMs))
  const { revenue } = await overview()
  expect(revenue?.today).toEqual([
    { currency: 'CNY', amount: 6_500 },
    { currency: 'USD', amount: 999 },
  ])
  expect(revenue?.days).toHaveLength(14)
  expect(revenue?.days.filter(({ currency }) => currency === 'CNY').slice(-3)).toEqual([
    { day: '2026-11-20', currency: 'CNY', rental: 0, vip: 0 },
    { day: '2026-11-21', currency: 'CNY', rental: 0, vip: 500 },
    { day: '2026-11-22', currency: 'CNY', rental: 4_000, vip: 2_500 },
  ])
})

test('J the overview counts the active rentals and those that end today, and lists every server', async () => {
  await createTestRental(context, { state: 'running', termMs: 11 * hourMs })
  await createTestRental(context, { state: 'running', termMs: 13 * hourMs })
  await createTestRental(context, { state: 'terminated', termMs: -hourMs })
  const [id, silent] = [await aServer('上海 #1 回防', 9, { category: 'retakes' }), await aServer('Silent', 0)]
  await writeStatus(context, silent, {
    state: 'offline',
    map: '',
    players: 0,
    max: 0,
    bots: 0,
    locked: false,
    gameVersion: null,
  })
  await counted(silent, ago(5 * minuteMs), 2)
  const { rentals, servers } = await overview()
  expect(rentals).toEqual({ active: 2, endingToday: 1 })
  expect(servers).toEqual([
    expect.objectContaining({ id: silent, state: 'offline', seen: ago(5 * minuteMs).getTime() }),
    {
      id,
      name: '上海 #1 回防',
      category: 'retakes',
      state: 'online',
      map: 'de_mirage',
      players: 9,
      max: 10,
      seen: now().getTime(),
    },
  ])
  expect((await health()).counts).toEqual({ servers: 2, rentals: 2 })
})

test('J an unused portal is healthy and has nothing to do', async () => {
  await context.database.updateTable('server_snapshot').set({ version: 0 }).execute()
  const { players, revenue, servers } = await overview()
  expect({ players, servers }).toEqual({
    players: {
      now: 0,
      change: null,
      from: ago(dayMs).getTime(),
      to: now().getTime(),
      points: [],
      before: [],
    },
    servers: [],
  })
  expect(revenue?.today).toEqual([{ currency: 'CNY', amount: 0 }])
  const { services, attention, jobs } = await health()
  expect({ attention, jobs }).toEqual({ attention: [], jobs: { failed: 0, latest: [] } })
  expect(services.filter(({ state }) => state === 'bad' || state === 'late')).toEqual([])
  expect(services).toContainEqual({ what: 'mail', name: '', state: 'off', seen: null, problem: '' })
})

test('J the health names the poller that has stopped, and what waits for an operator', async () => {
  const server = await aServer('One', 1, { rcon_password: 'sealed' })
  const { database } = context
  const order = await insertOrder(database, ago(hourMs), {
    user_id,
    state: 'paid',
    paid_at: ago(hourMs),
    problem: 'no place',
  })
  await insertOrder(database, ago(hourMs), {
    user_id,
    state: 'paid',
    paid_at: ago(minuteMs),
    problem: 'no place',
  })
  await database
    .insertInto('money_alerts')
    .values({
      id: randomUUIDv7(),
      kind: 'forged',
      subject: 'wechat',
      detail: '{}',
      first_at: now(),
      last_at: now(),
    })
    .execute()
  await createTestRental(context, { state: 'failed', failed_at: now() })
  await database
    .insertInto('vip_deliveries')
    .values({ server_id: server, console: 'a', problem: 'it refuses the password' })
    .execute()
  const value = JSON.stringify({ vip: { subscribeUrl: 'https://a.test:99999' } })
  await database.insertInto('portal_settings').values({ key: 'portal', value, updated_at: now() }).execute()
  context.clock.advance(2 * minuteMs)
  const { attention, services } = await health()
  expect(attention).toEqual(
    expect.arrayContaining([
      { kind: 'order', count: 2, id: order, name: expect.stringContaining('ord-'), problem: 'no place' },
      expect.objectContaining({ kind: 'alert', count: 1, name: 'wechat' }),
      expect.objectContaining({ kind: 'rental', count: 1 }),
      { kind: 'vip', count: 1, id: server, name: 'One', problem: 'it refuses the password' },
      expect.objectContaining({ kind: 'setting', count: 1, name: 'vip.subscribeUrl' }),
    ]),
  )
  await database.deleteFrom('portal_settings').execute()
  expect(services.find(({ what }) => what === 'poller')).toMatchObject({ state: 'bad' })
  context.clock.advance(-2 * minuteMs)
})

test('F4 VIP that is sold while no game server is set up to receive it waits for an operator', async () => {
  const { database } = context
  const kinds = async () => (await health()).attention.map(({ kind }) => kind)
  expect(await kinds()).not.toContain('vipUnset')
  const row = {
    product: 'vip',
    duration: '1m',
    relocatable: false,
    currency: 'CNY',
    amount: 2_990,
    changed_at: now(),
  }
  await database.insertInto('prices').values(row).execute()
  expect(await kinds()).toContain('vipUnset')
  const value = JSON.stringify({ vipCommands: { grant: 'css_vip_add {steamid}' } })
  await database.insertInto('portal_settings').values({ key: 'portal', value, updated_at: now() }).execute()
  await aServer('Receives VIP', 9, { rcon_password: 'sealed' })
  expect(await kinds()).not.toContain('vipUnset')
  await database.deleteFrom('portal_settings').execute()
  await database.deleteFrom('prices').execute()
})

test('J an unknown range is refused', async () => {
  const answer = await app.inject({ url: '/api/operator/overview?range=1y', headers: asOperator })
  expect(answer.statusCode).toBe(400)
})

test('J3 J a sign-in that fails at the inventory site needs attention while the inventory is on', async () => {
  const site = 'https://skins.example.org'
  const config = { ...context.config, inventoryUrl: site, inventoryApiKey: 'a-key-of-the-site' }
  const own = await createAdminApp({ ...context, config })
  const kinds = async () =>
    (await own.inject({ url: '/api/operator/health', headers: asOperator }))
      .json<Health>()
      .attention.filter(({ kind }) => kind === 'inventory')
  expect(await kinds()).toEqual([])
  const { publicUrl: portal } = config
  const found = { problem: 'noCookie', detail: 'without a session cookie' }
  await context.database
    .insertInto('inventory_check')
    .values({ site, portal, checked_at: now(), ...found })
    .execute()
  expect(await kinds()).toEqual([
    { kind: 'inventory', count: 1, id: 'noCookie', name: '', problem: 'without a session cookie' },
  ])
  // A portal without that site, or with another one, has nothing to say.
  expect((await health()).attention.map(({ kind }) => kind)).not.toContain('inventory')
  await own.close()
})

test('the overview names a newer version where the settings say who knows it, and asks once a day', async () => {
  let reply: { status: number; body: string } = { status: 503, body: '' }
  let requests = 0
  const site = createServer((_request, response) => {
    requests += 1
    response.writeHead(reply.status).end(reply.body)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const config = { ...context.config, updateUrl: `http://127.0.0.1:${port}/releases/latest` }
  const own = await createAdminApp({ ...context, config })
  const noticed = async () =>
    (await own.inject({ url: '/api/operator/health', headers: asOperator }))
      .json<Health>()
      .attention.filter(({ kind }) => kind === 'update')
  const release = (tag: string) => ({
    status: 200,
    body: JSON.stringify({ tag_name: tag, html_url: `https://example.org/${tag}` }),
  })
  await noticed()
  await vi.waitUntil(() => requests === 1)
  for (const [index, [tag, names]] of Object.entries({
    'v0.0.9': [],
    'v0.1.0': [],
    '<b>': [],
    'v0.10.0': ['0.10.0'],
  }).entries()) {
    reply = release(tag)
    context.clock.advance(dayMs)
    await noticed()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await vi.waitUntil(async () => requests === index + 2 && (await noticed()).length === names.length)
  }
  expect(await noticed()).toEqual([
    { kind: 'update', count: 1, id: '0.10.0', name: '0.10.0', problem: 'https://example.org/v0.10.0' },
  ])
  expect(requests).toBe(5)
  expect((await health()).attention.map(({ kind }) => kind)).not.toContain('update')
  await own.close()
  site.close()
})
