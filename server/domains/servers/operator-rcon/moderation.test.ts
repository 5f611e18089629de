import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RconReply } from '@clutch/contract/api/servers/operator-server-control.ts'
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
import { createServersApp, registerTestServer } from '../testing/servers-app.ts'

const ann = toSteamId64(1)
const bob = toSteamId64(2)
const minute = 60_000
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

beforeEach(() => startServer({}))

async function startServer(
  settings: Partial<ServerConfig>,
  moderation_preset: 'simpleadmin' | 'gameSaved' | 'off' | null = 'simpleadmin',
): Promise<void> {
  await sim?.close()
  await context.database.deleteFrom('servers').execute()
  await context.database.deleteFrom('audit_log').execute()
  sim = await startGamesim({
    servers: [{ rconPassword: 'tok-right', autoplay: false, ...settings }],
    seed: 'm',
  })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  game = server
  id = await registerTestServer(app, { port: game.port, rcon_password: 'tok-right', moderation_preset })
}

const moderate = (order: object) =>
  app.inject({
    method: 'POST',
    url: `/api/operator/servers/${id}/players/moderate`,
    headers: asOperator,
    payload: order,
  })
const change = (payload: object) =>
  app.inject({ method: 'PATCH', url: `/api/operator/servers/${id}`, headers: asOperator, payload })
const refusal = async (order: object) => {
  const answer = await moderate(order)
  const { code, about } = answer.json<{ code: string; about?: { command: string; answer: string } }>()
  return { status: answer.statusCode, code, answer: about?.answer }
}

test('J with the preset of SimpleAdmin a server bans, and the portal shows what the plugin says', async () => {
  game.connect({ name: 'Ann', steamId: ann })
  const ban = { action: 'ban', steamId: ann, minutes: 30, reason: 'aim: 作弊' }
  const sent = (await moderate(ban)).json<RconReply>()
  expect(sent).toMatchObject({ command: `css_addban ${ann} 30 "aim: 作弊"`, output: '' })
  expect(game.game.roster.all).toHaveLength(1)
  sim.advance(5_000)
  expect(game.game.roster.all).toEqual([])
  const absent = (await moderate({ ...ban, steamId: bob })).json<RconReply>()
  expect(absent.output).toBe(`Player with steamid ${bob} is not online. Ban has been added offline.`)
  sim.advance(29 * minute)
  for (const steamId of [ann, bob]) expect(() => game.connect({ name: 'x', steamId })).toThrow('banned')
  const lifted = await moderate({ action: 'unban', steamId: bob, reason: 'appeal' })
  expect(lifted.json()).toMatchObject({
    command: `css_unban ${bob} "appeal"`,
    output: `Unbanned player with pattern ${bob}.`,
  })
  game.connect({ name: 'Bob', steamId: bob })
  const log = await context.database.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(
    log.filter(({ action }) => action === 'operatorModeratePlayer').map(({ subject }) => subject),
  ).toEqual([`ban: ${ann}`, `ban: ${bob}`, `unban: ${bob}`])
})

test('J a mute is of voice and a gag of chat, and each is lifted by itself', async () => {
  const player = game.connect({ name: 'Ann', steamId: ann })
  const said: string[] = []
  game.game.listeners.push((event) => {
    if (event.kind === 'said') said.push(event.text)
  })
  for (const action of ['mute', 'gag'])
    expect((await moderate({ action, steamId: ann, minutes: 0 })).statusCode).toBe(200)
  game.say(player, 'gagged')
  expect([game.simpleAdmin.has('mute', ann), said]).toEqual([true, []])
  expect((await moderate({ action: 'ungag', steamId: ann })).json()).toMatchObject({
    output: 'Ungaged player Ann.',
  })
  game.say(player, 'free')
  expect([game.simpleAdmin.has('mute', ann), said]).toEqual([true, ['free']])
  await moderate({ action: 'unmute', steamId: ann })
  expect(game.simpleAdmin.has('mute', ann)).toBe(false)
})

test('J a player whose name is a command is kicked by number, and nothing else runs', async () => {
  await startServer({ names: 'visible' })
  game.connect({ name: '"; quit; say "', steamId: ann })
  game.connect({ name: '#0', steamId: bob })
  const kick = { action: 'kick', userId: 0, steamId: ann, reason: "it's {name} (1)" }
  expect((await moderate(kick)).json()).toMatchObject({ command: `css_kick #0 "it's {name} (1)"` })
  sim.advance(5_000)
  expect(game.isRunning).toBe(true)
  expect(game.game.roster.all).toMatchObject([{ name: '#0' }])
  for (const reason of ['a"; quit', 'a; quit', 'a // b'])
    expect(await refusal({ ...kick, userId: 1, steamId: bob, reason })).toMatchObject({
      status: 400,
      code: 'server.command_refused',
    })
  expect((await moderate({ ...kick, userId: 1, steamId: bob, reason: 'a\nquit' })).statusCode).toBe(400)
  expect(game.game.roster.all).toHaveLength(1)
})

test('J a ban that a server without the plugin did not take is reported', async () => {
  await startServer({ adminPlugin: 'none' })
  game.connect({ name: 'Ann', steamId: ann })
  const unknown = { status: 424, code: 'server.command_unknown', answer: "Unknown command 'css_addban'!" }
  expect(await refusal({ action: 'ban', steamId: ann, minutes: 5 })).toEqual(unknown)
  expect(await refusal({ action: 'gag', steamId: ann })).toMatchObject({
    status: 424,
    code: 'server.command_unknown',
  })
  const message = await app.inject({
    method: 'POST',
    url: `/api/operator/servers/${id}/message`,
    headers: asOperator,
    payload: { text: 'hi' },
  })
  expect(message.json()).toMatchObject({ code: 'server.command_unknown' })
  sim.advance(10_000)
  expect(game.game.roster.all).toHaveLength(1)
  const [log] = await context.database
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'operatorModeratePlayer')
    .execute()
  expect(log).toMatchObject({ subject: `ban: ${ann}`, detail: { refused: 'server.command_unknown' } })
})

test('J a plugin without its database says nothing, which is reported where it would answer', async () => {
  await startServer({ adminPlugin: 'broken' })
  game.connect({ name: 'Ann', steamId: ann })
  const unconfirmed = { status: 424, code: 'server.command_unconfirmed', answer: '' }
  expect(await refusal({ action: 'ban', steamId: bob, minutes: 5 })).toEqual(unconfirmed)
  expect(await refusal({ action: 'unban', steamId: bob })).toEqual(unconfirmed)
  expect(await refusal({ action: 'unmute', steamId: ann })).toEqual(unconfirmed)
  // Of a player who is there the plugin says nothing either way.
  expect((await moderate({ action: 'ban', steamId: ann, minutes: 5 })).statusCode).toBe(200)
})

test('J with the game’s own commands permanent bans are written down, and only those', async () => {
  await startServer({}, 'gameSaved')
  game.connect({ name: 'Ann', steamId: ann })
  game.connect({ name: 'Bob', steamId: bob })
  const ban = (steamId: string, minutes: number) => moderate({ action: 'ban', steamId, minutes })
  expect((await ban(ann, 0)).json()).toMatchObject({ command: 'banid 0 0 kick\nwriteid' })
  await ban(bob, 60)
  expect(game.runCommandLine('listid')).toContain('1 entries')
  await game.crash()
  await game.start()
  game.runCommandLine('exec banned_user.cfg')
  expect(() => game.connect({ name: 'Ann', steamId: ann })).toThrow('banned')
  game.connect({ name: 'Bob', steamId: bob })
  expect((await moderate({ action: 'unban', steamId: ann })).json()).toMatchObject({
    command: 'removeid "[U:1:1]"\nwriteid',
  })
  game.connect({ name: 'Ann', steamId: ann })
  expect(await refusal({ action: 'unban', steamId: ann })).toMatchObject({
    status: 424,
    code: 'server.command_failed',
  })
  expect(await refusal({ action: 'mute', steamId: ann })).toMatchObject({
    status: 409,
    code: 'server.no_command',
  })
})

test('J a server without a preset of its own follows the settings of the portal', async () => {
  game.connect({ name: 'Ann', steamId: ann })
  expect((await change({ moderation_preset: null })).json()).toMatchObject({ moderation_preset: null })
  expect((await moderate({ action: 'ban', steamId: ann, minutes: 5 })).json()).toMatchObject({
    command: 'banid 5 0 kick',
  })
  expect((await change({ moderation_preset: 'off' })).statusCode).toBe(200)
  expect(await refusal({ action: 'ban', steamId: ann })).toMatchObject({
    status: 409,
    code: 'server.no_command',
  })
  expect((await change({ moderation_preset: 'sourcemod' })).statusCode).toBe(400)
})

test.each([
  { action: 'kick', steamId: ann },
  { action: 'ban' },
  { action: 'ban', steamId: null },
  { action: 'slay', steamId: ann },
  { action: 'ban', steamId: 'Ann' },
  { action: 'ban', steamId: ann, minutes: -1 },
  { action: 'ban', steamId: ann, name: 'Ann' },
])('J the order %j is none', async (order) => {
  expect(await refusal(order)).toMatchObject({ status: 400, code: 'request.invalid' })
})
