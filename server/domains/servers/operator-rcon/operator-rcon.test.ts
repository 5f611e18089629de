import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type {
  RconReply,
  RconLogEntry,
  RconCompletions,
  ServerTest,
} from '@clutch/contract/api/servers/operator-server-control.ts'
import type { LivePlayers } from '@clutch/contract/api/servers/operator-moderation.ts'
import {
  type GameServer,
  type Gamesim,
  type ServerConfig,
  startGamesim,
  toSteamId64,
} from '@clutch/gamesim/index.ts'
import { registerAccounts } from '../../accounts/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { createQueryDriver } from '../query/query-driver.ts'
import { RconClient } from '../rcon/rcon-client.ts'
import { openRcon } from '../rcon/rcon-session.ts'
import { GameConsoles } from './game-consoles.ts'
import { createServersApp, buildServer } from '../testing/servers-app.ts'

let context: TestContext
let app: App
let sim: Gamesim
let game: GameServer
let id: string

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context, createQueryDriver({ timeoutMs: 200 }))
  registerAccounts(context, app)
})

afterAll(async () => {
  await app.close()
  await sim.close()
  await context.destroy()
})

beforeEach(async () => {
  await context.database.deleteFrom('servers').execute()
  await context.database.deleteFrom('audit_log').execute()
  await startServer({})
})

async function startServer(settings: Partial<ServerConfig>): Promise<void> {
  await sim?.close()
  const base = { rconPassword: 'tok-right', autoplay: false, maps: ['de_nuke', 'de_dust2'] }
  sim = await startGamesim({ servers: [{ ...base, ...settings }], seed: 'console' })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  game = server
  const payload = buildServer({ name, ip: '127.0.0.1', port: game.port, rcon_password: 'tok-right' })
  await context.database.deleteFrom('servers').execute()
  id = (await post('', payload)).json<{ id: string }>().id
}

const base = '/api/operator/servers'
const name = 'Retakes #1'
const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `${base}${path}`, headers: asOperator, payload })
const get = async <T>(path: string) =>
  (await app.inject({ url: `${base}/${id}${path}`, headers: asOperator })).json<T>()
const run = async (command: string) => (await post(`/${id}/rcon`, { command })).json<RconReply>()
const code = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
]
const audit = async () =>
  (await context.database.selectFrom('audit_log').selectAll().orderBy('id').execute()).filter(
    ({ action }) => action !== 'operatorAddServer',
  )

test('J an operator runs a line and gets its answer; line, answer and operator are in the history', async () => {
  expect(await run('hostname')).toEqual({
    command: 'hostname',
    output: expect.stringContaining('hostname ='),
    ms: 0,
  })
  expect((await run('sv_gravity 100; sv_gravity')).output).toBe('sv_gravity = 100')
  const lines = await get<RconLogEntry[]>('/rcon')
  expect(lines.map(({ command, actor, refused }) => [command, actor, refused])).toEqual([
    ['hostname', 'operator', null],
    ['sv_gravity 100; sv_gravity', 'operator', null],
  ])
})

test('J no secret is returned, stored or logged', async () => {
  for (const line of [
    'sv_password tok-door',
    'sv_password',
    'sv_password "tok-door 2"; hostname x',
    'rcon_password tok-right',
    'foo tok-right',
    'cvarlist',
    'logaddress_add_http "http://127.0.0.1:9/api/events/log/tok-0123456789012345678901234567890"',
    'logaddress_list_http',
  ])
    expect([line, JSON.stringify(await run(line)).includes('tok-')]).toEqual([line, false])
  const stored = await context.database.selectFrom('rcon_commands').selectAll().execute()
  expect(stored).toHaveLength(8)
  expect(JSON.stringify(stored)).not.toContain('tok-')
  const log = await audit()
  expect(log).toHaveLength(8)
  expect(JSON.stringify(log)).not.toContain('tok-')
  expect(log[0]).toMatchObject({
    actor: 'operator',
    subject: `${name}: sv_password ********`,
    detail: { id },
  })
})

test('J a line that was refused is written down without secrets, nor with the stored password', async () => {
  await game.crash()
  for (const line of ['foo tok-right', 'rcon sv_password tok-door', 'say "x tok-right"'])
    expect(code(await post(`/${id}/rcon`, { command: line }))).toEqual([424, 'server.rcon_failed'])
  const log = await audit()
  expect(log.map(({ subject, detail }) => [subject, detail])).toMatchObject([
    [`${name}: foo ********`, { refused: 'server.rcon_failed' }],
    [`${name}: rcon sv_password ********`, { refused: 'server.rcon_failed' }],
    [`${name}: say "x ********"`, { refused: 'server.rcon_failed' }],
  ])
  expect(JSON.stringify([log, await get('/rcon')])).not.toContain('tok-')
  await post('/0195ffff-ffff-7fff-bfff-ffffffffffff/rcon', { command: 'say sv_password tok-door' })
  expect((await audit()).at(-1)).toMatchObject({ subject: 'say sv_password ********' })
})

test('J an answer does not repeat what was masked in its line', async () => {
  for (const line of ['rcon sv_password tok-door', 'alias "sv_password tok-door"', 'foo token=tok-door'])
    expect([line, JSON.stringify(await run(line)).includes('tok-door')]).toEqual([line, false])
})

test('J a player whose name looks like a secret’s is shown as any other', async () => {
  await startServer({ names: 'visible' })
  game.connect({ name: 'my_token= "x"', steamId: toSteamId64(11) })
  const { players } = await get<LivePlayers>('/players')
  expect(players).toMatchObject([{ name: 'my_token= "x"', steamId: toSteamId64(11) }])
})

test('J players’ addresses are in the answer of status, but are not stored', async () => {
  game.connect({ name: 'A', steamId: toSteamId64(1), address: '203.0.113.9:27005' })
  expect((await run('status')).output).toContain('203.0.113.9:27005')
  const [line] = await get<RconLogEntry[]>('/rcon')
  expect(line?.output).not.toContain('203.0.113')
})

test.each(['', '   ', 'a\nquit', 'a\0b', 'a\rb', '\ud800', 'x'.repeat(501)])(
  'J %j is no line of a console',
  async (command) => {
    expect(code(await post(`/${id}/rcon`, { command }))).toEqual([400, 'request.invalid'])
  },
)

test('J an RCON failure (refused, silent, not listening) is reported, and is in the history', async () => {
  const change = (payload: object) =>
    app.inject({ method: 'PATCH', url: `${base}/${id}`, headers: asOperator, payload })
  await change({ rcon_password: 'wrong' })
  for (let attempt = 0; attempt < 5; attempt++)
    expect(code(await post(`/${id}/rcon`, { command: 'status' }))).toEqual([424, 'server.rcon_failed'])
  // A refused password is not tried again: three would have had the portal banned.
  await change({ rcon_password: 'tok-right' })
  expect((await run('echo there')).output).toBe('there')
  expect((await get<RconLogEntry[]>('/rcon')).map(({ refused }) => refused)).toEqual([
    ...Array.from({ length: 5 }, () => 'server.rcon_failed'),
    null,
  ])
  await change({ rcon_password: null })
  expect(code(await post(`/${id}/rcon`, { command: 'status' }))).toEqual([409, 'server.no_rcon'])
})

test('J a server that refused the password while it started takes commands after a pause', async () => {
  await startServer({ rconPassword: 'tok-starting' })
  const ask = async () => code(await post(`/${id}/rcon`, { command: 'echo there' }))
  expect(await ask()).toEqual([424, 'server.rcon_failed'])
  const console = new RconClient({ host: '127.0.0.1', port: game.port, password: 'tok-starting' })
  await console.run('rcon_password tok-right')
  console.close()
  expect(await ask()).toEqual([424, 'server.rcon_failed'])
  context.clock.advance(15_000)
  expect((await run('echo there')).output).toBe('there')
})

test('J all processes together show a server a wrong password once in a pause, however they reach its console', async () => {
  await startServer({ rconPassword: 'tok-other', rconFailures: 3 })
  const refusals = () => context.database.selectFrom('rcon_refusals').select('refusals').executeTakeFirst()
  const processes = Array.from({ length: 4 }, () => new GameConsoles(context))
  const expectRefused = (consoles: GameConsoles) =>
    expect(consoles.listPlayers(id)).rejects.toThrow('refused the RCON password')
  const askAll = async () => {
    await Promise.all(processes.map(expectRefused))
    const session = await openRcon(context, id)
    await expect(session.connect()).rejects.toThrow('refused the RCON password')
  }
  for (const consoles of processes) await expectRefused(consoles)
  expect(await refusals()).toEqual({ refusals: 1 })
  context.clock.advance(15_000)
  await askAll()
  expect(await refusals()).toEqual({ refusals: 2 })
  context.clock.advance(15_000)
  await askAll()
  expect(await refusals()).toEqual({ refusals: 2 })
  const console = new RconClient({ host: '127.0.0.1', port: game.port, password: 'tok-other' })
  await console.run('rcon_password tok-right')
  console.close()
  context.clock.advance(300_000)
  for (const consoles of processes) expect(await consoles.listPlayers(id)).toEqual([])
  expect(await refusals()).toBe(undefined)
  for (const consoles of processes) consoles.close()
})

test('J players are listed with number, SteamID, ping and time, and with the load of the server', async () => {
  await startServer({ names: 'visible' })
  game.connect({ name: '老王 "x"', steamId: toSteamId64(11) })
  game.connect({ name: 'Ivan', steamId: null })
  sim.advance(90_000)
  const { players, source, machine } = await get<LivePlayers>('/players')
  expect(source).toBe('console')
  expect(players).toEqual([
    {
      userId: 0,
      steamId: toSteamId64(11),
      name: '老王 "x"',
      bot: false,
      ping: expect.any(Number),
      seconds: 90,
    },
    { userId: 1, steamId: null, name: 'Ivan', bot: true, ping: null, seconds: null },
  ])
  expect(machine).toEqual({ uptimeSeconds: 90, cpuPercent: 3.1, frameMs: 1.2 })
  await app.inject({
    method: 'PATCH',
    url: `${base}/${id}`,
    headers: asOperator,
    payload: { rcon_password: null },
  })
  const plain = await get<LivePlayers>('/players')
  expect([plain.source, plain.machine, plain.players.map(({ name }) => name)]).toEqual([
    'query',
    null,
    ['老王 "x"', 'Ivan'],
  ])
})

test('J a kicked player is gone; a number that belongs to another player by now kicks no one', async () => {
  game.connect({ name: 'A', steamId: toSteamId64(1) })
  const b = game.connect({ name: 'B', steamId: toSteamId64(2) })
  const kicked = await post(`/${id}/players/kick`, { userId: 0, steamId: toSteamId64(1), reason: '挂机 afk' })
  expect(kicked.json()).toMatchObject({ command: 'kickid 0 "挂机 afk"' })
  expect(game.game.roster.all).toEqual([b])
  game.connect({ name: 'C', steamId: toSteamId64(3) })
  const late = { userId: 0, steamId: toSteamId64(1), reason: '' }
  expect(code(await post(`/${id}/players/kick`, late))).toEqual([404, 'server.player_gone'])
  expect(code(await post(`/${id}/players/kick`, { userId: 9 }))).toEqual([404, 'server.player_gone'])
  expect(game.game.roster.all).toHaveLength(2)
  const [first, ...refused] = await audit()
  expect(first).toMatchObject({ subject: toSteamId64(1), after: { command: 'kickid 0 "挂机 afk"' } })
  expect(refused.map(({ detail }) => detail)).toMatchObject([
    { refused: 'server.player_gone' },
    { refused: 'server.player_gone' },
  ])
})

test('J a banned player does not come back within their minutes', async () => {
  game.connect({ name: 'A', steamId: toSteamId64(1) })
  expect((await post(`/${id}/players/ban`, { steamId: toSteamId64(1), minutes: 5 })).statusCode).toBe(200)
  expect(game.game.roster.all).toEqual([])
  sim.advance(4 * 60_000)
  expect(() => game.connect({ name: 'A', steamId: toSteamId64(1) })).toThrow('banned')
  sim.advance(61_000)
  expect(game.connect({ name: 'A', steamId: toSteamId64(1) }).name).toBe('A')
  const elsewhere = { steamId: toSteamId64(7), minutes: 5 }
  expect(code(await post(`/${id}/players/ban`, elsewhere))).toEqual([404, 'server.player_gone'])
})

test("J with a plugin's commands in the settings, an absent player can be banned too", async () => {
  const payload = {
    moderationCommands: { ban: 'css_addban {steamid} {minutes} {reason}', message: 'css_say {text}' },
  }
  const url = '/api/operator/portal'
  expect((await app.inject({ method: 'PATCH', url, headers: asOperator, payload })).statusCode).toBe(200)
  const elsewhere = { steamId: toSteamId64(7), minutes: 5, reason: '作弊' }
  expect((await post(`/${id}/players/ban`, elsewhere)).statusCode).toBe(200)
  expect(() => game.connect({ name: 'G', steamId: toSteamId64(7) })).toThrow('banned')
  const bad = { moderationCommands: { kick: 'kickid {userid}; quit' } }
  expect((await app.inject({ method: 'PATCH', url, headers: asOperator, payload: bad })).statusCode).toBe(400)
  const back = { moderationCommands: { ban: 'banid {minutes} {userid} kick', message: 'say {text}' } }
  await app.inject({ method: 'PATCH', url, headers: asOperator, payload: back })
})

test('J a message reaches all players, and no input becomes another command', async () => {
  expect((await post(`/${id}/message`, { text: '五分钟后换图' })).statusCode).toBe(200)
  expect(game.records.announcements).toEqual(['五分钟后换图'])
  game.connect({ name: 'A', steamId: toSteamId64(1) })
  for (const text of ['a"; quit', 'a; quit', 'a // b', '"']) {
    expect(code(await post(`/${id}/message`, { text }))).toEqual([400, 'server.command_refused'])
    const kick = { userId: 0, reason: text }
    expect(code(await post(`/${id}/players/kick`, kick))).toEqual([400, 'server.command_refused'])
    const ban = { steamId: toSteamId64(1), minutes: 1, reason: text }
    expect(code(await post(`/${id}/players/ban`, ban))).toEqual([400, 'server.command_refused'])
  }
  for (const text of ['a\nquit', 'a\u2028b\0']) {
    expect((await post(`/${id}/message`, { text })).statusCode).toBe(400)
  }
  expect(game.isRunning).toBe(true)
  expect(game.game.roster.all).toHaveLength(1)
  expect(game.records.announcements).toHaveLength(1)
})

test('J a line is completed with the server’s maps, asked once, and who plays', async () => {
  game.connect({ name: 'A', steamId: toSteamId64(1) })
  const words = await get<RconCompletions>('/rcon/words')
  expect(words).toEqual({ maps: ['de_dust2', 'de_nuke'], players: [{ userId: 0, name: 'A' }] })
  game.faults.silent = true
  await app.inject({
    method: 'PATCH',
    url: `${base}/${id}`,
    headers: asOperator,
    payload: { rcon_password: null },
  })
  expect(await get<RconCompletions>('/rcon/words')).toEqual({ maps: ['de_dust2', 'de_nuke'], players: [] })
  expect(await get<RconLogEntry[]>('/rcon')).toEqual([])
})

test('J a server is tested before it is registered, and nothing of that is stored', async () => {
  await context.database.deleteFrom('servers').execute()
  const at = { ip: '127.0.0.1', port: game.port }
  const good = (await post('/test', { ...at, rcon_password: 'tok-right' })).json<ServerTest>()
  expect(good).toMatchObject({
    query: { ok: true, problem: null, detail: { map: 'de_nuke', players: 0 } },
    rcon: { ok: true, problem: null, detail: { hostname: 'Counter-Strike 2' } },
  })
  const wrong = (await post('/test', { ...at, rcon_password: 'wrong' })).json<ServerTest>()
  expect(wrong.rcon).toMatchObject({ ok: false, problem: 'refused' })
  expect((await post('/test', at)).json<ServerTest>().rcon).toBeNull()
  await game.crash()
  const gone = (await post('/test', { ...at, rcon_password: 'x' })).json<ServerTest>()
  expect([gone.query.problem, gone.rcon?.problem]).toEqual(['silent', 'unreachable'])
  expect(await context.database.selectFrom('servers').select('id').execute()).toEqual([])
  expect(JSON.stringify(await audit())).not.toContain('tok-right')
})

test('J a stored password is tested at its own server alone', async () => {
  const at = { ip: '127.0.0.1', port: game.port, server: id }
  expect((await post('/test', at)).json<ServerTest>().rcon).toMatchObject({ ok: true })
  expect((await post('/test', { ...at, port: 1 })).json<ServerTest>().rcon).toBeNull()
})
