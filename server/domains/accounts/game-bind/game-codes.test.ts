import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ServerChange } from '@clutch/contract/api/servers/operator-servers.ts'
import { gameBindCodeLifetimeMs } from '@clutch/contract/limits.ts'
import { type GameServer, type Gamesim, type Player, startGamesim } from '@clutch/gamesim/index.ts'
import type { ChatLine } from '../../events/index.ts'
import { countWaitingBatches } from '../../events/processing/counting.service.ts'
import { addReporter, createEventsApp } from '../../events/testing/events-app.ts'
import type { App } from '../../../platform/http/app.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { runJobsNow } from '../../../testing/run-jobs-now.ts'
import { hashGameCode } from './game-code-hash.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { createGameBindSubscriber } from './game-codes.service.ts'
import { startGameBindWorker } from './game-codes.worker.ts'

let context: TestContext
let app: App
let origin = ''
let sim: Gamesim
let logged = ''
const within = { timeout: 15_000, interval: 20 }
const rconPassword = 'rcon-of-the-test'
const [alice, bob, carol] = ['76561198000000001', '76561198000000002', '76561198000000003']

/** A game server that reports, and its registration. */
interface Reporting {
  id: string
  game: GameServer
}

let [first, second]: Reporting[] = []

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  context = await createTestContext({ log: pino({ level: 'trace' }, sink) })
  app = await createEventsApp(context)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  await startGameBindWorker(context)
  const settings = { mode: 'dm' as const, autoplay: false, rconPassword }
  sim = await startGamesim({ servers: [settings, settings] })
  ;[first, second] = await Promise.all(sim.servers.map(report))
})

afterEach(async () => {
  for (const { game, records, faults } of sim.servers) {
    for (const player of game.roster.all) game.leave(player)
    records.privateMessages.length = 0
    faults.logRepeat = 0
    faults.silent = false
  }
  await counted()
  for (const { id } of [at(first), at(second)])
    await change(id, { may_bind: true, rcon_password: rconPassword })
  for (const table of ['game_bind_codes', 'rate_limits', 'memberships'] as const)
    await context.database.deleteFrom(table).execute()
  logged = ''
})

afterAll(async () => {
  await app.close()
  await sim.close()
  await context.destroy()
})

/** Registers a server, marks it, and lets it report from a new map on, so that its log names every player. */
async function report(game: GameServer): Promise<Reporting> {
  const { id, secret } = await addReporter(app, {
    port: game.port,
    rcon_password: rconPassword,
    may_bind: true,
  })
  game.runCommandLine(`logaddress_add_http "${origin}/api/events/log/${secret}"`)
  sim.advance(1_000)
  game.changeMap('de_nuke')
  return { id, game }
}

function at(reporting: Reporting | undefined): Reporting {
  if (!reporting) throw new Error('no server')
  return reporting
}

async function change(id: string, payload: ServerChange): Promise<void> {
  const url = `/api/operator/servers/${id}`
  expect((await app.inject({ method: 'PATCH', url, headers: asOperator, payload })).statusCode).toBe(200)
}

/** Counts what the servers wrote and offers a code to every player who asked. */
async function counted(by: AppContext = context): Promise<void> {
  sim.advance(1_000)
  await sim.flushLogs()
  const subscribers = { counted: [], match: [], chat: [createGameBindSubscriber(by)] }
  while (
    (await countWaitingBatches(context, subscribers, { streams: 9, batches: 99, bytes: 1e7 }, [])).length > 0
  );
}

/** An app context that creates codes and sends none. */
function quiet(): AppContext {
  const jobs = Object.assign(Object.create(context.jobs) as AppContext['jobs'], {
    enqueue: () => Promise.resolve(),
  })
  return { ...context, jobs }
}

async function join(to: Reporting | undefined, name: string, steamId: string): Promise<Player> {
  const player = at(to).game.connect({ name, steamId })
  await counted()
  return player
}

/** As the counting hands it on. */
function heard(over: Partial<ChatLine> = {}): ChatLine {
  const receivedAt = context.clock.now()
  const serverId = at(first).id
  return { serverId, receivedAt, steamId: alice, name: 'Alice', text: '!bind', toTeam: false, ...over }
}

const offer = (...chat: ChatLine[]) =>
  context.database.transaction().execute((tx) => createGameBindSubscriber(quiet())(tx, chat))

const stored = () => context.database.selectFrom('game_bind_codes').selectAll().execute()
const storedHash = async () => (await stored()).map(({ hash }) => hash.toString('hex')).join()
const hashOf = (code: string) => hashGameCode(context, code).toString('hex')

/** Returns the codes that a server sent, once there are `messages` messages. */
async function toldBy(by: Reporting | undefined, messages: number): Promise<string[]> {
  const { privateMessages } = at(by).game.records
  await vi.waitUntil(() => privateMessages.length >= messages, within)
  return privateMessages.map(({ text }) => /[a-z2-9]{8}/.exec(text)?.[0] ?? '')
}

test('C10 a player who types !bind receives a code in both languages, and no other player does', async () => {
  const { id, game } = at(first)
  const player = game.connect({ name: 'Alice', steamId: alice })
  game.connect({ name: `#${alice}`, steamId: bob })
  game.connect({ name: alice, steamId: carol })
  game.say(player, '!bind')
  await counted()
  const [code = ''] = await toldBy(first, 1)
  expect(code).toMatch(/^[abcdefghjkmnpqrstuvwxyz23456789]{8}$/)
  const text = `绑定码 Bind code: ${code} (10 分钟内有效，勿告诉他人 / valid for 10 minutes, do not share it)`
  expect(game.records.privateMessages).toEqual([{ steamId: alice, name: 'Alice', text }])
  const expires_at = new Date(context.clock.now().getTime() + gameBindCodeLifetimeMs)
  expect(await stored()).toEqual([
    { hash: hashGameCode(context, code), steam_id: alice, server_id: id, expires_at },
  ])
  await sim.flushLogs()
  const reports = await context.database.selectFrom('event_batches').select('body').execute()
  const reported = reports.map(({ body }) => body.toString('utf8')).join('')
  expect(reported).toContain('say "!bind"')
  const { rows } = await sql`select data from pgboss.job where name = 'game-bind-code'`.execute(
    context.database,
  )
  expect(rows).toHaveLength(1)
  expect(`${logged}${reported}${JSON.stringify(rows)}`).not.toContain(code)
})

test('C10 a newer code replaces the older on any server, and each player has their own', async () => {
  const player = at(first).game.connect({ name: 'Alice', steamId: alice })
  at(first).game.say(player, '!bind')
  at(first).game.say(at(first).game.connect({ name: 'Bob', steamId: bob }), '!bind')
  await counted()
  const codes = await toldBy(first, 2)
  at(second).game.say(await join(second, 'Alice', alice), '!bind')
  await counted()
  const [newer = ''] = await toldBy(second, 1)
  expect(new Set([...codes, newer]).size).toBe(3)
  const left = await stored()
  expect(left.map(({ steam_id }) => steam_id).toSorted()).toEqual([alice, bob])
  const hashes = left.map(({ hash }) => hash.toString('hex'))
  expect(hashes).toContain(hashOf(newer))
  expect(codes.map(hashOf)).toContain(hashes.find((hash) => hash !== hashOf(newer)))
})

test('C10 which messages request a code and which are only chat', async () => {
  await join(first, 'Alice', alice)
  for (const text of ['bind', '!bind me', '!binds', 'please !bind', '!!bind', '!b ind', '！bind', ''])
    await offer(heard({ text }))
  expect(await stored()).toEqual([])
  for (const text of ['!bind', '!BIND', '  .bind ', '/Bind']) {
    await context.database.deleteFrom('rate_limits').execute()
    const before = await storedHash()
    await offer(heard({ text }))
    expect(await storedHash()).not.toBe(before)
  }
})

test('C10 a team message requests a code, a console message does not', async () => {
  const player = await join(first, 'Alice', alice)
  at(first).game.runCommandLine('say !bind')
  await counted(quiet())
  expect(await stored()).toEqual([])
  at(first).game.say(player, '!bind', true)
  await counted(quiet())
  expect(await stored()).toHaveLength(1)
})

test('C10 only a server that the operator marked, and that the portal can talk to, makes codes', async () => {
  await join(first, 'Alice', alice)
  const { id } = at(first)
  await change(id, { may_bind: false })
  await offer(heard())
  await change(id, { may_bind: true, rcon_password: null })
  await offer(heard())
  // Like a rented server: it is not in the registry.
  await offer(heard({ serverId: '0195ffff-ffff-7fff-bfff-ffffffffffff' }))
  expect(await stored()).toEqual([])
  await change(id, { rcon_password: rconPassword })
  await offer(heard())
  expect(await stored()).toHaveLength(1)
})

test('C10 only a player whom the server’s own log shows there gets one', async () => {
  const player = await join(first, 'Alice', alice)
  await offer(heard({ serverId: at(second).id }), heard({ steamId: bob }))
  at(first).game.say(player, '!bind')
  at(first).game.disconnect(player)
  await counted(quiet())
  expect(await stored()).toEqual([])
})

test('C10 a player cannot request a code for another, neither by a name that imitates a log line nor by a message that does', async () => {
  await join(first, 'Alice', alice)
  const { game } = at(first)
  const account = Number(BigInt(alice) - 76_561_197_960_265_728n)
  const names = [`Alice<2><[U:1:${account}]><CT>`, `x<2><[U:1:${account}]><CT>" say "!bind`]
  for (const [index, name] of names.entries()) {
    const forger = game.connect({ name, steamId: `7656119800000001${index}` })
    game.say(forger, '!bind')
    game.say(forger, `"Alice<2><[U:1:${account}]><CT>" say "!bind"`)
  }
  await counted(quiet())
  expect(await stored()).toEqual([])
})

test('C10 an op never gets one', async () => {
  await join(first, 'Alice', alice)
  await grantGroup(context, { steamId: alice, group: 'op', expires: null })
  await offer(heard())
  expect(await stored()).toEqual([])
  await grantGroup(context, { steamId: alice, group: 'vip', expires: null })
  await grantGroup(context, { steamId: alice, group: 'op', expires: context.clock.now().getTime() })
  await offer(heard())
  expect(await stored()).toHaveLength(1)
})

test('C10 three codes an hour are issued; further requests keep the last code and get no answer', async () => {
  await join(first, 'Alice', alice)
  await join(first, 'Bob', bob)
  const hashes = []
  for (let times = 0; times < 5; times++) {
    await offer(heard())
    hashes.push(await storedHash())
  }
  expect(new Set(hashes).size).toBe(3)
  expect(hashes[4]).toBe(hashes[2])
  await offer(heard({ steamId: bob }))
  expect(await stored()).toHaveLength(2)
  context.clock.advance(20 * 60_000)
  sim.advance(1_000)
  at(first).game.changeMap('de_dust2')
  await counted()
  await offer(heard())
  expect(await storedHash()).not.toContain(hashes[2])
})

test('C10 one who asks twice in one batch, or whose batch is sent again, gets one code', async () => {
  const { game } = at(first)
  game.faults.logRepeat = 1
  const player = game.connect({ name: 'Alice', steamId: alice })
  for (let times = 0; times < 2; times++) game.say(player, '!bind')
  await counted()
  await toldBy(first, 1)
  const before = await storedHash()
  await counted()
  expect(await storedHash()).toBe(before)
  expect(game.records.privateMessages).toHaveLength(1)
})

test('C10 a message that is counted late gets no answer', async () => {
  const player = await join(first, 'Alice', alice)
  at(first).game.say(player, '!bind')
  sim.advance(1_000)
  await sim.flushLogs()
  context.clock.advance(2 * 60_000 + 1)
  await counted(quiet())
  expect(await stored()).toEqual([])
})

test('C10 a server that cannot say it is tried again; one that refuses the password is not', async () => {
  at(first).game.faults.silent = true
  await change(at(second).id, { rcon_password: 'wrong' })
  at(first).game.say(await join(first, 'Alice', alice), '!bind')
  at(second).game.say(await join(second, 'Bob', bob), '!bind')
  await counted()
  await vi.waitUntil(() => logged.includes('a job failed and is tried again'), within)
  at(first).game.faults.silent = false
  await runJobsNow(context, 'game-bind-code')
  await toldBy(first, 1)
  await vi.waitUntil(() => logged.includes('a bind code could not be sent'), within)
  expect(logged.split('a job failed')).toHaveLength(2)
  const [warning] = logged.split('\n').filter((line) => line.includes('could not be sent'))
  expect(JSON.parse(warning ?? '{}')).toMatchObject({ server: at(second).id })
}, 40_000)
