import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import type { GameSettings, LoginTokens } from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import type { App } from '../../../platform/http/app.ts'
import { ReconcilerFixture } from '../testing/reconciler-fixture.ts'
import { registerGameSettingsRoutes } from './game-settings.routes.ts'
import { countServersWithoutToken } from './login-tokens.service.ts'

const apiKey = 'ABCDEF0123456789ABCDEF0123456789'
const tokens = ['0'.repeat(31) + '1', '0'.repeat(31) + '2']

let fixture: ReconcilerFixture
let steam: SteamEmulator
let app: App

beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
  steam = await startSteamEmulator({ people: [], apiKey })
  const config = { ...fixture.context.config, steamApiKey: apiKey, steamApiUrl: steam.url }
  const context = { ...fixture.context, config }
  app = await createTestApp(context)
  registerGameSettingsRoutes(context, app)
})
afterAll(async () => {
  await app.close()
  await steam.close()
  await fixture.close()
})
beforeEach(async () => {
  await fixture.forget()
  await fixture.context.database.deleteFrom('login_tokens').execute()
  steam.setMode('ok')
  steam.gameServerAccounts.length = 0
})

async function operator(method: 'GET' | 'PATCH' | 'POST' | 'DELETE', path: string, payload?: object) {
  const url = `/api/operator/${path}`
  return app.inject({ method, url, headers: asOperator, ...(payload && { payload }) })
}

const pool = async () => (await operator('GET', 'login-tokens')).json<LoginTokens>()
const add = (...entered: string[]) => operator('POST', 'login-tokens', { tokens: entered })

/** What the files of a rental's servers say besides its owner's settings. */
function sharedOf({ id }: { id: string }) {
  return fixture.machines.liveOf(id).map(({ files }) => JSON.parse(files['shared.json'] ?? '') as object)
}

test('the Workshop collection and its key are written into the files of each server, and the key is never returned', async () => {
  const rental = await fixture.running()
  const change = { workshopCollection: '3070572558', workshopKey: apiKey }
  const answer = await operator('PATCH', 'game-settings', change)
  expect(answer.json<GameSettings>()).toMatchObject({
    workshopCollection: '3070572558',
    hasWorkshopKey: true,
  })
  expect(answer.body).not.toContain(apiKey)
  const row = await fixture.context.database.selectFrom('game_settings').selectAll().executeTakeFirstOrThrow()
  expect(row.workshop_key).not.toContain(apiKey)
  await fixture.run()
  expect(sharedOf(rental)).toEqual([
    { workshopCollection: '3070572558', workshopKey: apiKey, loginToken: '' },
  ])
  await operator('PATCH', 'game-settings', { workshopCollection: null, workshopKey: null })
  await fixture.run()
  expect(sharedOf(rental)).toEqual([{ workshopCollection: '', workshopKey: '', loginToken: '' }])
})

test.each([
  { nightlyHour: 24 },
  { workshopCollection: '1; quit' },
  { workshopKey: 'x' },
  { workshopKey: `${apiKey}\n` },
  { more: 1 },
])('bad settings %j are refused and change nothing', async (change) => {
  const before = (await operator('GET', 'game-settings')).json<GameSettings>()
  expect((await operator('PATCH', 'game-settings', change)).statusCode).toBe(400)
  expect((await operator('GET', 'game-settings')).json()).toEqual(before)
})

test('settings that another operator changed meanwhile are not overwritten', async () => {
  const { revision } = (await operator('GET', 'game-settings')).json<GameSettings>()
  expect((await operator('PATCH', 'game-settings', { nightlyHour: 4, revision })).statusCode).toBe(200)
  const late = await operator('PATCH', 'game-settings', { nightlyHour: 5, revision })
  expect(late.json()).toMatchObject({ code: 'edit.conflict' })
})

test('each server has a login token of its own, and a server for which none is left starts without', async () => {
  await add(...tokens)
  const rentals = [await fixture.running(), await fixture.running(), await fixture.running()]
  const used = rentals.flatMap(sharedOf).map((shared) => ('loginToken' in shared ? shared.loginToken : null))
  expect(new Set(used)).toEqual(new Set(['', ...tokens]))
  const states = await Promise.all(rentals.map(({ id }) => fixture.state(id)))
  expect(states).toEqual(['running', 'running', 'running'])
  expect(await pool()).toMatchObject({ without: 1, tokens: [{ state: 'used' }, { state: 'used' }] })
  expect(await countServersWithoutToken(fixture.context.database)).toBe(1)
  expect(JSON.stringify(await pool())).not.toContain('0'.repeat(9))
})

test('a token is free again once its server is removed, and stays with it until then', async () => {
  await add(tokens[0] ?? '')
  const first = await fixture.running()
  await fixture.restart(first.id)
  await fixture.pass(60_000)
  expect(sharedOf(first)).toMatchObject([{ loginToken: tokens[0] }])
  await fixture.change(first.id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(60_000)
  expect(await pool()).toMatchObject({ tokens: [{ state: 'free', number: null }] })
  const second = await fixture.running()
  expect(sharedOf(second)).toMatchObject([{ loginToken: tokens[0] }])
  expect(await pool()).toMatchObject({ tokens: [{ state: 'used', number: second.number }] })
})

test('ten servers that start at once never share a token', async () => {
  await add(...Array.from({ length: 10 }, (_, index) => String(index).padStart(32, 'A')))
  const rentals = await Promise.all(Array.from({ length: 10 }, () => fixture.rental()))
  await Promise.all([fixture.run(), fixture.run()])
  await fixture.pass(120_000)
  const used = rentals.flatMap(sharedOf).map((shared) => 'loginToken' in shared && shared.loginToken)
  expect([used.length, new Set(used).size]).toEqual([10, 10])
})

test('a token is entered once, in any case of its letters, and not removed while a server has it', async () => {
  const token = 'abcdef0123456789ABCDEF0123456789'
  await add(token, token.toUpperCase())
  await add(token.toLowerCase())
  const [only, ...more] = (await pool()).tokens
  expect([only?.ending, more]).toEqual(['6789', []])
  const rental = await fixture.running()
  const url = `login-tokens/${only?.id ?? ''}`
  expect((await operator('DELETE', url)).json()).toMatchObject({ code: 'login_token.used' })
  await fixture.change(rental.id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(60_000)
  expect((await operator('DELETE', url)).json()).toMatchObject({ tokens: [] })
  expect((await operator('DELETE', url)).json()).toMatchObject({ code: 'login_token.not_found' })
})

test('tokens are created at Steam, renewed when they expire, and removed there', async () => {
  expect((await operator('POST', 'login-tokens/create', { count: 2 })).json()).toMatchObject({
    canCreate: true,
    tokens: [{ state: 'free' }, { state: 'free' }],
  })
  const [first, second] = steam.gameServerAccounts
  if (!first || !second) throw new Error('no accounts')
  expect(first).toMatchObject({ appid: 730, memo: 'Clutch rental' })
  const before = first.login_token
  first.is_expired = true
  second.is_deleted = true
  await operator('POST', 'login-tokens/check')
  expect(first.login_token).not.toBe(before)
  const [renewed, gone] = (await pool()).tokens
  expect([renewed?.ending, renewed?.state, gone?.state]).toEqual([
    first.login_token.slice(-4),
    'free',
    'expired',
  ])
  const rental = await fixture.running()
  expect(sharedOf(rental)).toMatchObject([{ loginToken: first.login_token }])
  await fixture.change(rental.id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(60_000)
  await operator('DELETE', `login-tokens/${renewed?.id ?? ''}`)
  expect(first.is_deleted).toBe(true)
})

test.each(['down', 'lying', 'huge'] as const)(
  'a Steam that is %s is reported, without the key',
  async (mode) => {
    steam.setMode(mode)
    for (const [path, body] of [
      ['login-tokens/create', { count: 3 }],
      ['login-tokens/check', undefined],
    ] as const) {
      const answer = await operator('POST', path, body)
      expect([answer.statusCode, answer.json()]).toMatchObject([424, { code: 'steam.refused' }])
      expect(answer.body).not.toContain(apiKey)
    }
    expect((await pool()).tokens).toEqual([])
  },
)
