import { inventoryCheckValidityMs, inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { type InventoryEmulator, startInventoryEmulator } from '@clutch/emulators/inventory/index.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { registerAccounts } from '../accounts/index.ts'
import { type TestUser, type TestUserOptions, signIn } from '../accounts/testing/test-users.ts'
import { readConfig } from '../../platform/config/config.ts'
import { registerContent } from '../content/index.ts'
import type { App } from '../../platform/http/app.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../testing/http.ts'
import { getInventoryFailure, registerInventory } from './index.ts'

const apiKey = 'marker-key-of-the-site'
const stranger = '76561198000000002'

let siteDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
let site: InventoryEmulator
let context: TestContext
let logged = ''
let app: App
let accounts = 100
const apps: App[] = []

beforeAll(async () => {
  siteDatabase = await createEmptyDatabase()
  site = await startInventoryEmulator({ databaseUrl: siteDatabase.url, apiKey })
  context = await createTestContext({ log: pino({}, { write: (line: string) => (logged += line) }) })
  app = await openApp()
  apps.length = 0
})
afterAll(async () => {
  await app.close()
  await site.stop()
  await context.destroy()
  await siteDatabase.drop()
})
beforeEach(async () => {
  site.setMode('ok')
  logged = ''
})
afterEach(async () => {
  vi.restoreAllMocks()
  if (logged.includes('marker')) throw new Error('a secret was logged')
  await operate({
    features: { inventory: { enabled: true } },
    inventory: { groups: ['vip', 'pro', 'kol', 'op'] },
  })
  await Promise.all(apps.splice(0).map((one) => one.close()))
})

const completeConfig = () => ({
  INVENTORY_URL: site.url,
  INVENTORY_API_KEY: apiKey,
  INVENTORY_DATABASE_URL: siteDatabase.url,
})

/** The portal with these settings. */
async function openApp(environment: NodeJS.ProcessEnv = completeConfig()): Promise<App> {
  const config = readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', ...environment })
  const parts = { ...context, config }
  const opened = await createTestApp(parts)
  apps.push(opened)
  registerAccounts(parts, opened)
  registerInventory(parts, opened, await registerContent(parts, opened))
  return opened
}

const operate = (payload: object) =>
  app.inject({ method: 'PATCH', url: '/api/operator/portal', headers: asOperator, payload })
const signInUser = (options: TestUserOptions = { groups: ['vip'] }) =>
  signIn(context, `765611980${String((accounts += 1)).padStart(8, '0')}`, options)

async function post(url: string, payload: object, person: TestUser | null, on = app) {
  const response = await on.inject({ method: 'POST', url, payload, headers: person?.headers ?? {} })
  const { code, error, ...rest } = response.json<{ code?: string; error?: string; token?: string }>()
  expect(response.body).not.toContain('marker')
  return { status: response.statusCode, code, error, ...rest }
}
const update = (person: TestUser | null, steamid = person?.steamId ?? stranger, on = app) =>
  post('/api/database/im-update-user', { steamid }, person, on)
const enter = (person: TestUser | null, steamId = person?.steamId ?? stranger, on = app) =>
  post('/api/auth/inventory/sign-in', { steamId }, person, on)

async function siteUsers() {
  const client = new pg.Client(siteDatabase.url)
  await client.connect()
  const { rows } = await client.query('select id, name, avatar, "updatedAt"::text as at from "User"')
  await client.end()
  return rows as { id: string; name: string; avatar: string; at: string }[]
}

test('J3 the user is written, then a token is answered by which the site lets them in, once', async () => {
  const vip = await signInUser()
  expect(await update(vip)).toMatchObject({ status: 200, success: true })
  const { status, token } = await enter(vip)
  expect(status).toBe(200)
  const open = async () =>
    (await fetch(`${site.url}/api/sign-in/callback?token=${token}`, { redirect: 'manual' })).headers.get(
      'set-cookie',
    )
  expect(await open()).toContain('SameSite=Lax')
  expect(await open()).toBeNull()
})

test('J3 the site has name and picture as the portal shows them, and the newest of them, in UTC', async () => {
  const vip = await signInUser()
  const mine = async () => (await siteUsers()).find(({ id }) => id === vip.steamId)
  await update(vip)
  const at = context.clock
    .now()
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '')
  expect(await mine()).toEqual({ id: vip.steamId, name: `#${vip.steamId.slice(-6)}`, avatar: '', at })
  await context.database
    .updateTable('users')
    .set({ username: "o'Brien" })
    .where('id', '=', vip.userId)
    .execute()
  const picture = Buffer.from('ffd8ffe000104a464946', 'hex')
  const now = context.clock.now()
  await context.database
    .insertInto('steam_profiles')
    .values({
      steam_id: vip.steamId,
      name: 'x',
      fetched_at: now,
      picture,
      picture_type: 'image/jpeg',
      picture_at: now,
    })
    .execute()
  await update(vip)
  const { name, avatar = '' } = (await mine()) ?? {}
  expect(name).toBe("o'Brien")
  expect(avatar).toMatch(new RegExp(`^http://127.0.0.1:\\d+/api/avatars/${vip.steamId}\\?v=`))
  const shown = await app.inject(avatar.replace(/^http:\/\/[^/]+/, ''))
  expect(shown.headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test.each([
  {},
  { steamid: 'x', steamId: 'x' },
  { steamid: 7, steamId: 7 },
  { steamid: '\0', steamId: '\uD800' },
])('J3 %j is no body of either call', async (body) => {
  const vip = await signInUser()
  for (const path of ['/api/database/im-update-user', '/api/auth/inventory/sign-in'])
    expect(await post(path, body, vip)).toMatchObject({ status: 400, code: 'request.invalid' })
})

test('J3 both calls are only for the bearer of the session token', async () => {
  const [vip, other] = [await signInUser(), await signInUser()]
  for (const ask of [update, enter]) {
    expect(await ask(null)).toMatchObject({ status: 401, code: 'session.invalid' })
    expect(await ask(vip, other.steamId)).toMatchObject({ status: 403, code: 'session.foreign' })
  }
  expect((await siteUsers()).map(({ id }) => id)).not.toContain(other.steamId)
})

test('J3 only the groups that the operator named may, which is every one of them at first', async () => {
  for (const group of ['vip', 'pro', 'kol', 'op'] as const)
    expect((await update(await signInUser({ groups: [group] }))).status).toBe(200)
  const [ungrouped, vip, kol] = [
    await signInUser({}),
    await signInUser(),
    await signInUser({ groups: ['kol'] }),
  ]
  await operate({ inventory: { groups: ['kol'] } })
  for (const ask of [update, enter])
    for (const person of [ungrouped, vip])
      expect(await ask(person)).toMatchObject({ status: 403, code: 'inventory.not_eligible' })
  expect((await update(kol)).status).toBe(200)
})

test('A2 J3 both calls are off with their feature, and the site is framed only with it', async () => {
  const vip = await signInUser()
  const framed = async (on = app) =>
    /frame-src ([^;]+)/.exec(String((await on.inject('/api/portal')).headers['content-security-policy']))?.[1]
  expect(await framed()).toBe(`'self' ${site.url}`)
  await operate({ vip: { subscribeUrl: 'https://pay.example.org/x' } })
  expect(await framed()).toBe(`'self' https://pay.example.org ${site.url}`)
  await operate({ vip: { subscribeUrl: null }, features: { inventory: { enabled: false } } })
  expect(await framed()).toBe("'self'")
  for (const ask of [update, enter])
    expect(await ask(vip)).toMatchObject({ status: 404, code: 'portal.feature_off' })
})

test('J3 without a site both calls say so, nothing is framed and the page knows of none', async () => {
  const vip = await signInUser()
  const bare = await openApp({})
  for (const ask of [update, enter])
    expect(await ask(vip, undefined, bare)).toMatchObject({ status: 424, code: 'inventory.off' })
  const { headers, ...answered } = await bare.inject('/api/portal')
  expect(String(headers['content-security-policy'])).toContain("frame-src 'self';")
  expect(answered.json<{ inventory: object }>().inventory).not.toHaveProperty('url')
  const view = (await app.inject('/api/portal')).json<{ inventory: object }>().inventory
  expect(view).toMatchObject({ url: site.url })
})

test('J3 if the site rejects the key, sign-in fails with the reason', async () => {
  const vip = await signInUser()
  await update(vip)
  const wrong = await openApp({ ...completeConfig(), INVENTORY_API_KEY: 'marker-another-key' })
  expect(await enter(vip, undefined, wrong)).toMatchObject({
    status: 424,
    code: 'inventory.refused',
    error: expect.stringContaining('key of this portal'),
  })
})

test('J3 without the site’s database nothing is written, and only whom it knows is let in', async () => {
  const [known, unknown] = [await signInUser(), await signInUser()]
  await update(known)
  const { INVENTORY_DATABASE_URL: _database, ...without } = completeConfig()
  const bare = await openApp(without)
  expect(await update(unknown, undefined, bare)).toMatchObject({ status: 200, success: true })
  expect(await enter(unknown, undefined, bare)).toMatchObject({
    status: 424,
    code: 'inventory.refused',
    error: expect.stringContaining('does not know this player'),
  })
  expect((await enter(known, undefined, bare)).status).toBe(200)
})

test.each([
  ['down', 'cannot be reached'],
  ['silent', 'did not answer in time'],
  ['huge', 'without a token'],
  ['moved', 'status 302'],
  ['broken', 'status 500'],
  ['tokenless', 'without a token'],
] as const)('J3 a site that is %s is unavailable, in time', async (mode, error) => {
  const vip = await signInUser()
  await update(vip)
  site.setMode(mode)
  // Tests do not wait for a silent site; all other timeouts are unchanged.
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const given = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(mode === 'silent' ? 300 : ms))
  const before = site.requestCount
  expect(await enter(vip)).toMatchObject({
    status: 424,
    code: 'inventory.unavailable',
    error: expect.stringContaining(error),
  })
  expect(given.mock.calls).toEqual([[inventoryTimeoutMs]])
  expect(site.requestCount - before).toBe(1)
})

test('J3 the key is not exposed, even where the site repeats the request', async () => {
  const vip = await signInUser()
  site.setMode('repeating')
  expect(await enter(vip)).toMatchObject({ status: 424, code: 'inventory.refused' })
})

test('J3 a site database that is down or has no such table is reported as unavailable, without its password', async () => {
  const vip = await signInUser()
  const port = await freePort()
  const tableless = await createEmptyDatabase()
  const urls = [`postgres://portal:marker-password@127.0.0.1:${port}/inventory`, tableless.url]
  for (const url of urls) {
    const other = await openApp({ ...completeConfig(), INVENTORY_DATABASE_URL: url })
    expect(await update(vip, undefined, other)).toMatchObject({ status: 424, code: 'inventory.unavailable' })
  }
  await Promise.all(apps.splice(1).map((one) => one.close()))
  await tableless.drop()
})

/** What an operator's test of the sign-in finds. */
async function check(on = app, steamId = stranger) {
  const url = '/api/operator/inventory/test'
  const response = await on.inject({ method: 'POST', url, headers: asOperator, payload: { steamId } })
  expect(response.body).not.toContain('marker')
  return response.json<{ problem: string | null; detail: string; code?: string }>()
}
/** A silent site is not waited for in a test. */
function waitShortly() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300))
}

test.each([
  ['token-used', 'noCookie', 'without a session cookie', 'inventory.sign_in_failed'],
  ['no-cookie', 'noCookie', 'without a session cookie', 'inventory.sign_in_failed'],
  ['lax-cross-site', 'crossSite', 'not the same site as the portal', 'inventory.sign_in_failed'],
  ['refuses-frames', 'framing', "frame-ancestors 'none'", 'inventory.sign_in_failed'],
  ['hangs', 'unavailable', 'did not answer the sign-in in time', 'inventory.unavailable'],
] as const)(
  'J3 a sign-in that fails there (%s) is reported to player and operator',
  async (mode, problem, why, code) => {
    const vip = await signInUser()
    const parts = {
      ...context,
      config: readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', ...completeConfig() }),
    }
    expect(await check()).toEqual({ problem: null, detail: '' })
    expect(await getInventoryFailure(parts)).toBeNull()
    site.setMode(mode)
    if (mode === 'hangs') waitShortly()
    await update(vip)
    // The last check holds for some minutes.
    const requests = site.requestCount
    expect((await enter(vip)).status).toBe(200)
    expect(site.requestCount - requests).toBe(1)
    context.clock.advance(inventoryCheckValidityMs)
    expect(await enter(vip)).toMatchObject({ status: 424, code, error: expect.stringContaining(why) })
    expect(await getInventoryFailure(parts)).toMatchObject({ problem, detail: expect.stringContaining(why) })
    expect(await check()).toMatchObject({ problem, detail: expect.stringContaining(why) })
    // A repair shows at the next attempt.
    site.setMode('ok')
    expect((await enter(vip)).status).toBe(200)
    expect(await getInventoryFailure(parts)).toBeNull()
  },
)

test('J3 a site under another name than the portal is found out by its cookie, which is Lax', async () => {
  const other = await openApp({
    ...completeConfig(),
    INVENTORY_URL: site.url.replace('127.0.0.1', 'localhost'),
  })
  expect(await check(other)).toMatchObject({
    problem: 'crossSite',
    detail: expect.stringContaining('SameSite=Lax'),
  })
  expect(await check()).toMatchObject({ problem: null })
})

test('J3 the operator’s test names the key, the database and an unknown player apart', async () => {
  const wrong = await openApp({ ...completeConfig(), INVENTORY_API_KEY: 'marker-another-key' })
  expect(await check(wrong)).toMatchObject({ problem: 'key' })
  const { INVENTORY_DATABASE_URL: _database, ...without } = completeConfig()
  const bare = await openApp(without)
  expect(await check(bare, '76561198000000009')).toMatchObject({ problem: 'unknownPlayer' })
  const port = await freePort()
  const away = await openApp({
    ...completeConfig(),
    INVENTORY_DATABASE_URL: `postgres://p:marker@127.0.0.1:${port}/x`,
  })
  expect(await check(away)).toMatchObject({ problem: 'database' })
  expect(await check(await openApp({}))).toMatchObject({ code: 'inventory.off' })
  expect(await check()).toMatchObject({ problem: null })
})

test('J3 players who come at once share one check of a failing sign-in', async () => {
  const people = await Promise.all([signInUser(), signInUser(), signInUser()])
  await Promise.all(people.map((person) => update(person)))
  site.setMode('no-cookie')
  await check()
  const requests = site.requestCount
  const entered = await Promise.all(people.map((person) => enter(person)))
  expect(entered.map(({ code }) => code)).toEqual(people.map(() => 'inventory.sign_in_failed'))
  expect(site.requestCount - requests).toBeLessThanOrEqual(people.length)
  site.setMode('ok')
  await check()
})

test('C20 J3 a script that signs in without end is stopped, for its own account only', async () => {
  const [busy, calm] = [await signInUser(), await signInUser()]
  site.setMode('broken')
  for (let tries = 0; tries < 60; tries++) expect((await enter(busy)).status).toBe(424)
  expect(await enter(busy)).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
  expect((await enter(calm)).status).toBe(424)
})
