import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LivePlayers } from '@clutch/contract/api/servers/operator-moderation.ts'
import { type GameServer, type Gamesim, startGamesim, toSteamId64 } from '@clutch/gamesim/index.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { openRentalSecret } from '../rental-secrets.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const cheater = toSteamId64(9)
let fixture: RentalPortalFixture
let ann: TestUser
let sim: Gamesim
let game: GameServer
let number: string

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  const rental = await fixture.running(ann)
  number = rental.number
  const rconPassword = openRentalSecret(fixture.context.keys, rental.id, 'rcon', rental.rcon_password)
  sim = await startGamesim({ servers: [{ autoplay: false, rconPassword }], seed: 'rented' })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  game = server
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ host: '127.0.0.1', port: game.port })
    .where('rental_id', '=', rental.id)
    .execute()
})
afterEach(() => sim.close())
afterAll(() => fixture.close())

const moderate = (order: object) => fixture.operator('POST', `/rentals/${number}/players/moderate`, order)
const choose = (preset: string | null) => fixture.operator('PUT', `/rentals/${number}/moderation`, { preset })

test('J an operator sees who plays on a rented server and bans them with its preset', async () => {
  game.connect({ name: '"; quit', steamId: cheater })
  const { players } = (await fixture.operator('GET', `/rentals/${number}/players`)).json<LivePlayers>()
  expect(players).toMatchObject([{ userId: 0, steamId: cheater }])
  expect((await choose('simpleadmin')).json()).toMatchObject({ moderation_preset: 'simpleadmin' })
  const ban = await moderate({ action: 'ban', steamId: cheater, minutes: 60, reason: 'aim' })
  expect(ban.json()).toMatchObject({ command: `css_addban ${cheater} 60 "aim"` })
  sim.advance(5_000)
  expect(game.game.roster.all).toEqual([])
  expect(() => game.connect({ name: 'back', steamId: cheater })).toThrow('banned')
  const audited = await fixture.context.database
    .selectFrom('audit_log')
    .select(['subject', 'before', 'after'])
    .where('subject', 'like', `%${number}%`)
    .orderBy('id')
    .execute()
  expect(audited).toMatchObject([
    { subject: number, before: { preset: null }, after: { preset: 'simpleadmin' } },
    { subject: `${number}: ban: ${cheater}` },
  ])
})

test('J a rented server without a preset of its own follows the settings of the portal', async () => {
  game.connect({ name: 'x', steamId: cheater })
  expect(
    (await moderate({ action: 'kick', userId: 0, steamId: cheater, reason: 'afk' })).json(),
  ).toMatchObject({
    command: 'kickid 0 "afk"',
  })
  expect(game.game.roster.all).toEqual([])
  expect((await moderate({ action: 'kick', userId: 0 })).json()).toMatchObject({ code: 'server.player_gone' })
  expect((await choose('no-such')).statusCode).toBe(400)
})

test('J a server that is not there, or does not run, is not asked', async () => {
  const url = '/rentals/sv-nosuch/players'
  expect((await fixture.operator('GET', url)).json()).toMatchObject({ code: 'rental.not_found' })
  await fixture.context.database.updateTable('rental_instances').set({ ready_at: null }).execute()
  expect((await moderate({ action: 'ban', steamId: cheater })).json()).toMatchObject({
    code: 'rental.not_ready',
  })
})

test('J a rented server whose console is silent is reported', async () => {
  await choose('simpleadmin')
  await game.crash()
  const silent = await moderate({ action: 'unban', steamId: cheater })
  expect([silent.statusCode, silent.json()]).toMatchObject([424, { code: 'server.rcon_failed' }])
})
