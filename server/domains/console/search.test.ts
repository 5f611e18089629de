import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorGetConfig } from '@clutch/contract/api/console/console.ts'
import type { operatorSearch } from '@clutch/contract/api/console/search.ts'
import { signIn } from '../accounts/testing/test-users.ts'
import { readConfig } from '../../platform/config/config.ts'
import { containsText, steamIdBeginsWith } from '../../platform/database/index.ts'
import type { App } from '../../platform/http/app.ts'
import { insertOrder } from '../payments/testing/rows.ts'
import { createTestRental } from '../rentals/testing/rental-builder.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { asOperator } from '../../testing/http.ts'
import { createAdminApp } from './testing/app.ts'
import { aRegisteredServer } from './testing/server.ts'

const steamId = '76561198000000077'
const environment = {
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  SMTP_URL: 'smtp://post:hidden-word@127.0.0.1',
  CLUTCH_GAME_COMMAND: '["/srv/cs2/start","+sv_setsteamaccount","hidden-word"]',
  MAIL_FROM: 'portal@clutch.example',
}

let context: TestContext
let app: App
let order: string
let rental: string
beforeAll(async () => {
  context = await createTestContext({ config: readConfig(environment) })
  app = await createAdminApp(context)
  const { database } = context
  const now = context.clock.now()
  const { userId } = await signIn(context, steamId)
  await database
    .updateTable('users')
    .set({ username: '雪山飞狐', email: 'fox@example.org', password_hash: 'none' })
    .where('id', '=', userId)
    .execute()
  order = await insertOrder(database, now, { user_id: userId, buyer: steamId, number: 'ord-20261122-abc123' })
  rental = (
    await createTestRental(context, {
      owner: steamId,
      user_id: userId,
      name: '周末训练',
      number: 'sv-9c1t8w',
    })
  ).number
  await aRegisteredServer(context, '上海 #1 回防', { port: 27_016 })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const search = (find: string) =>
  app.inject({ url: `/api/operator/search?find=${encodeURIComponent(find)}`, headers: asOperator })
const found = async (find: string) => {
  const answer = (await search(find)).json<Reply<typeof operatorSearch>>()
  expect(answer.timedOut).toEqual([])
  return Object.entries(answer).flatMap(([kind, things]) => things.map(() => kind))
}

test('J one search finds servers, users, orders and rentals by what people know of them', async () => {
  expect(await found('回防')).toEqual(['servers'])
  expect(await found(':27016')).toEqual(['servers'])
  expect(await found('飞狐')).toEqual(['users'])
  expect(await found('FOX@')).toEqual(['users'])
  expect(await found(steamId)).toEqual(['users', 'orders'])
  expect(await found('ABC123')).toEqual(['orders'])
  expect(await found('SV-9C')).toEqual(['rentals'])
  expect(await found('训练')).toEqual(['rentals'])
  expect(await found('nobody')).toEqual([])
  expect((await search('abc123')).json()).toMatchObject({
    orders: [{ id: order, state: 'open', steamId, buyerName: '雪山飞狐' }],
  })
  expect((await search('周末')).json()).toMatchObject({
    rentals: [{ number: rental, status: 'CREATING', ownerName: '雪山飞狐' }],
  })
})

test('J a kind that takes too long to search is named, and the others are found', async () => {
  const { database } = context
  await database.transaction().execute(async (tx) => {
    await sql`lock table orders in access exclusive mode`.execute(tx)
    const { orders, users, timedOut } = (await search(steamId)).json<Reply<typeof operatorSearch>>()
    expect([orders, users.map((user) => user.steamId), timedOut]).toEqual([[], [steamId], ['orders']])
  })
})

test('J the indexes of the search are used, also for names beyond ASCII', async () => {
  const { database } = context
  await database.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const plan = async (condition: RawBuilder<boolean>) =>
      JSON.stringify((await sql`explain select id from users where ${condition}`.execute(tx)).rows)
    expect(await plan(containsText('username', '飞狐'))).toContain('users_username_characters')
    expect(await plan(containsText('username', 'fox'))).toContain('users_username_trigrams')
    expect(await plan(containsText('email', 'fox@'))).toContain('users_email_trigrams')
    expect(await plan(steamIdBeginsWith('steam_id', '7656119'))).toContain('users_steam_id_key')
  })
})

test.each(['%', '_', '\\', "'"])('J %s is looked for as it is', async (find) => {
  expect(await found(find)).toEqual([])
})

test.each(['', ' ', 'a\0', 'x'.repeat(81)])('J a search for %j is refused', async (find) => {
  expect((await search(find)).statusCode).toBe(400)
})

test('J the config is listed with meaning and source, secrets only as set or not', async () => {
  const answer = await app.inject({ url: '/api/operator/settings', headers: asOperator })
  const program = answer.json<Reply<typeof operatorGetConfig>>()
  const of = (name: string) => program.settings.find((setting) => setting.name === name)
  expect(program).toMatchObject({ embedded: true, roles: ['web', 'worker', 'poller'] })
  expect(program.database).toMatch(/^\d+/)
  expect(of('CLUTCH_PORT')).toMatchObject({
    group: 'portal',
    value: '0',
    source: 'environment',
    secret: false,
  })
  expect(of('CLUTCH_LOG_LEVEL')).toMatchObject({ value: 'info', source: 'default' })
  expect(of('SMTP_URL')).toMatchObject({ group: 'mail', value: null, source: 'environment', secret: true })
  expect(of('STEAM_API_KEY')).toMatchObject({ group: 'accounts', value: null, source: 'unset', secret: true })
  expect(of('CLUTCH_PUBLIC_URL')).toMatchObject({ source: 'derived', value: program.publicUrl })
  expect(of('CLUTCH_GAME_PORTS')).toMatchObject({ group: 'rentals', value: '27200-27399' })
  expect(of('MAIL_FROM')?.doc.zh).toContain('邮件')
  expect(answer.body).not.toContain('hidden-word')
})
