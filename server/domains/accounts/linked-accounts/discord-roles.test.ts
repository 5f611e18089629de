import type { OAuthEmulator } from '@clutch/emulators/oauth/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestContext } from '../../../testing/test-context.ts'
import { grantGroup } from '../groups/groups.service.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { type TestUser, signIn } from '../testing/test-users.ts'
import { listWantedRoles, syncDiscordRoles } from './discord-roles.worker.ts'
import { deleteLinkedAccount, insertLinkedAccount } from './linked-accounts.store.ts'
import { alice, bob, createLinkedAccountsContext, roles } from './testing/emulated-services.ts'

let context: TestContext
let services: OAuthEmulator
let me: TestUser

beforeAll(async () => {
  ;({ context, services } = await createLinkedAccountsContext())
})
beforeEach(async () => {
  await clearAccounts(context)
  await context.database.deleteFrom('discord_roles').execute()
  services.discord.join(alice)
  services.discord.leave(bob)
  services.discord.requests.length = 0
  me = await signIn(context, '76561197960265729')
})
afterAll(async () => {
  await services.close()
  await context.destroy()
})

const link = (person: TestUser, subject: string) =>
  insertLinkedAccount(context.database, {
    user_id: person.userId,
    provider: 'discord',
    subject,
    name: 'Alice',
    linked_at: context.clock.now(),
  })
const sync = () => syncDiscordRoles(context)
const hour = 3_600_000

test.each([
  [[], [roles.linked]],
  [['vip'], [roles.linked, roles.vip]],
  [['pro'], [roles.linked]],
] as const)('F7 the groups %j have the roles %j', (groups, wanted) => {
  expect(listWantedRoles(roles, groups)).toEqual(wanted)
})

test('F7 a linked player has the roles of their groups for as long as they hold them', async () => {
  await link(me, alice)
  const expires = new Date(context.clock.now().getTime() + 30 * 24 * hour)
  await grantGroup(context, { steamId: me.steamId, group: 'vip', expires: expires.getTime() })
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([roles.linked, roles.vip])
  services.discord.requests.length = 0
  await sync()
  expect(services.discord.requests).toEqual([])

  context.clock.advance(31 * 24 * hour)
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([roles.linked])

  await deleteLinkedAccount(context.database, me.userId, 'discord')
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([])
  expect(await context.database.selectFrom('discord_roles').selectAll().execute()).toEqual([])
})

test('F7 a player who is deleted loses the roles', async () => {
  await link(me, alice)
  await sync()
  await context.database.deleteFrom('users').where('id', '=', me.userId).execute()
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([])
})

test('F7 who joins the Discord server later gets the roles within an hour', async () => {
  await link(me, bob)
  await sync()
  expect(services.discord.requests).toEqual([`PUT ${bob} ${roles.linked}`])
  await sync()
  expect(services.discord.requests).toHaveLength(1)
  services.discord.join(bob)
  context.clock.advance(hour + 1)
  await sync()
  expect(services.discord.rolesOf(bob)).toEqual([roles.linked])
})

test('F7 a role that was taken by hand comes back within a day', async () => {
  await link(me, alice)
  await sync()
  services.discord.leave(alice)
  services.discord.join(alice)
  context.clock.advance(24 * hour + 1)
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([roles.linked])
})

test('F7 a role above the bot is no obstacle for other members, and is tried again', async () => {
  const other = await signIn(context, '76561197960265730', { groups: ['op'] })
  services.discord.join(bob)
  await link(other, bob)
  await link(me, alice)
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([roles.linked])
  expect(services.discord.rolesOf(bob)).toEqual([roles.linked])
  const problems = await context.database
    .selectFrom('discord_roles')
    .select(['discord_id', 'problem'])
    .execute()
  expect(problems).toContainEqual({ discord_id: bob, problem: 'forbidden' })
})

test('F7 a role that does not exist is left out: the others are given, and taken when they end', async () => {
  const other = await signIn(context, '76561197960265730')
  services.discord.join(bob)
  await link(other, bob)
  await link(me, alice)
  services.discord.deleteRole(roles.linked)
  for (const { steamId } of [me, other]) await grantGroup(context, { steamId, group: 'vip', expires: null })
  await sync()
  for (const id of [alice, bob]) expect(services.discord.rolesOf(id)).toEqual([roles.vip])
  // Found out once in a pass.
  expect(services.discord.requests.filter((one) => one.endsWith(roles.linked))).toHaveLength(1)
  await context.database.deleteFrom('memberships').execute()
  context.clock.advance(hour)
  await sync()
  for (const id of [alice, bob]) expect(services.discord.rolesOf(id)).toEqual([])
  services.discord.createRole(roles.linked)
  context.clock.advance(hour)
  await sync()
  for (const id of [alice, bob]) expect(services.discord.rolesOf(id)).toEqual([roles.linked])
})

test('F7 a limited request is made again after the wait that Discord asks for', async () => {
  await link(me, alice)
  services.discord.limitNext(1)
  await sync()
  expect(services.discord.rolesOf(alice)).toEqual([roles.linked])
  expect(services.discord.requests).toHaveLength(2)
})

test('F7 without a bot nothing is done', async () => {
  await link(me, alice)
  await syncDiscordRoles({ ...context, config: { ...context.config, discordBotToken: undefined } })
  expect(services.discord.requests).toEqual([])
})
