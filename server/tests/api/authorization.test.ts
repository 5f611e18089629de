import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, isOpenToTokens } from '@clutch/contract/api/call.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { type OperatorRights, allRights, hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type TestUser, signIn } from '../../domains/accounts/testing/test-users.ts'
import type { App } from '../../platform/http/app.ts'
import { composeApp } from '../../portal.ts'
import { createTestRental } from '../../domains/rentals/testing/rental-builder.ts'
import { asOperator, testOperatorTokenHash } from '../../testing/http.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { overviewTable } from './testing/authorization-table/console-overview.ts'
import { exportsTable } from './testing/authorization-table/console-exports.ts'
import { type Expected, everybody, ops, people, signedIn } from './testing/authorization-table/expected.ts'
import { wordsTable } from './testing/authorization-table/console-words.ts'
import { peopleTable } from './testing/authorization-table/console-people.ts'
import { inventoryTable } from './testing/authorization-table/inventory.ts'
import { casesTable } from './testing/authorization-table/cases.ts'
import { moneyTable } from './testing/authorization-table/money.ts'
import { moderationTable } from './testing/authorization-table/moderation.ts'
import { rentalsTable } from './testing/authorization-table/rentals.ts'
import { serversTable } from './testing/authorization-table/console-servers.ts'

/** Every route and what each kind of person gets there. A route that is not here fails the test, and so does a line without a route. */
const stranger = '76561198000000001'
const email = 'somebody:number@example.org'
const password = 'right-horse-battery'
const id = randomUUIDv7()
const ofStranger = { params: { steamId: stranger } }
const byCode = { body: { code: '123456' } }

const table: Record<string, Expected> = {
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
  'GET /api/portal': everybody(200),
  'GET /api/server/announcement': everybody(200),
  'GET /api/servers': everybody(200),
  'GET /api/embed/servers': everybody(200),
  'GET /api/embed/players.svg': everybody(200),
  'GET /api/embed/servers/:id/badge.svg': everybody(404, { params: { id } }),
  'GET /api/servers/:id': everybody(404, { params: { id } }),
  'GET /api/servers/:id/history': everybody(404, { params: { id }, query: 'range=7d' }),
  'GET /api/servers/:id/rules': everybody(404, { params: { id } }),
  'GET /api/server/info': everybody(404, { query: 'ip=192.0.2.1&port=27015' }),
  'GET /api/leaderboard/seasons': everybody(200),
  'GET /api/leaderboard/:mode': everybody(200, { params: { mode: 'dm' } }),
  'GET /api/leaderboard/:mode/top': everybody(200, { params: { mode: 'dm' } }),
  'GET /api/leaderboard/:mode/export': everybody(200, { params: { mode: 'dm' } }),
  'GET /api/leaderboard/user/:steamId': everybody(200, ofStranger),
  'GET /api/leaderboard/player/:steamId': everybody(404, ofStranger),
  'GET /api/leaderboard/player/:steamId/trend': everybody(404, { ...ofStranger, query: 'mode=dm' }),
  'POST /api/events/matchzy': everybody(401, { body: {} }),
  'POST /api/events/log/:secret': everybody(401, { params: { secret: 'x'.repeat(43) } }),

  'GET /api/auth/steam/login': everybody(302),
  'GET /api/auth/steam/callback': everybody(302),
  'GET /api/auth/steam/bind/callback': everybody(302),
  'POST /api/auth/steam/token': everybody(401, { body: { steamId: stranger } }),
  'GET /api/auth/steam/user-info': signedIn(200),
  'GET /api/auth/steam/user/:steamId': everybody(404, ofStranger),
  'POST /api/auth/steam/bind/login': everybody(401),
  'POST /api/auth/email/bind-steam': everybody(401, { body: { email, steamId: stranger } }),
  'POST /api/auth/email/bind-steam-token-validation': everybody(401, { body: { email, token: 'abcd2345' } }),
  'POST /api/auth/email/check': everybody(200, { body: { email } }),
  'POST /api/auth/email/login': everybody(401, { body: { email, password } }),
  'POST /api/auth/email/register': everybody(400, { body: { email, password, code: '123456' } }),
  'POST /api/auth/email/send-code': everybody(424, { body: { email } }),
  'POST /api/auth/email/reset-password': everybody(424, { body: { email } }),
  'POST /api/auth/email/reset-password/confirm': everybody(400, {
    body: { email, token: 'x'.repeat(43), newPassword: password },
  }),
  'POST /api/auth/link': everybody(401),
  'GET /api/auth/vip-status/:steamId': everybody(200, ofStranger),
  'GET /api/avatars/:steamId': everybody(404, ofStranger),
  'POST /api/auth/second-factor': { ...byCode, statuses: [401, 409, 409, 409, 409, 400] },
  'POST /api/auth/log': {
    statuses: [401, 403, 403, 403, 200, 403],
    body: { steamId: ':owner', action: 'LOGIN-STEAM' },
  },

  'GET /api/account': signedIn(200),
  'PATCH /api/account': signedIn(200, { body: {} }),
  'GET /api/auth/linked/:provider/login': everybody(302, { params: { provider: 'qq' } }),
  'GET /api/account/links': signedIn(200),
  'POST /api/account/links/:provider': signedIn(404, { params: { provider: 'qq' } }),
  'GET /api/account/links/:provider/callback': everybody(302, { params: { provider: 'qq' } }),
  'DELETE /api/account/links/:provider': signedIn(404, { params: { provider: 'qq' } }),
  'GET /api/account/push': signedIn(200),
  'PATCH /api/account/push': signedIn(200, { body: { off: [] } }),
  'POST /api/account/push/browsers': signedIn(400, { body: {} }),
  'DELETE /api/account/push/browsers/:id': signedIn(404, { params: { id } }),
  'POST /api/account/push/browsers/:id/test': signedIn(404, { params: { id } }),
  'GET /api/account/sessions': signedIn(200),
  'DELETE /api/account/sessions/:id': {
    statuses: [401, 404, 404, 404, 204, 404],
    params: { id: ':session' },
  },
  'POST /api/account/sessions/end-all': signedIn(200, { body: {} }),
  'POST /api/account/password': signedIn(400, {
    body: { oldPassword: password, newPassword: `${password}2` },
  }),
  'DELETE /api/account/email': signedIn(409),
  'GET /api/mail-settings': signedIn(200),
  'PATCH /api/mail-settings': signedIn(200, { body: { language: 'en' } }),
  'POST /api/mail-settings/unsubscribe': everybody(401, { query: 'token=x&kind=vip-ending' }),
  'POST /api/account/second-factor': { statuses: [401, 200, 200, 200, 200, 409], body: {} },
  'POST /api/account/second-factor/confirm': { ...byCode, statuses: [401, 409, 409, 409, 409, 409] },
  'POST /api/account/second-factor/recovery-codes': { ...byCode, statuses: [401, 409, 409, 409, 409, 400] },
  'POST /api/account/second-factor/remove': { ...byCode, statuses: [401, 409, 409, 409, 409, 409] },
  'POST /api/account/second-factor/remove-by-steam': {
    statuses: [401, 409, 409, 409, 409, 409],
    body: {},
  },

  'GET /api/operator/servers': ops(200),
  'POST /api/operator/servers': ops(400, { body: {} }),
  'PATCH /api/operator/servers/:id': ops(404, { params: { id }, body: {} }),
  'DELETE /api/operator/servers/:id': ops(404, { params: { id } }),
  'POST /api/operator/servers/:id/report-secret': ops(404, { params: { id } }),
  'DELETE /api/operator/servers/:id/report-secret': ops(404, { params: { id } }),
  'POST /api/operator/servers/:id/connect-log': ops(404, { params: { id } }),
  'POST /api/operator/servers/:id/acknowledge-gaps': ops(404, { params: { id } }),
  'GET /api/operator/feeds': ops(200),
  'GET /api/operator/announcements': ops(200),
  'POST /api/operator/announcements': ops(400, { body: {} }),
  'DELETE /api/operator/announcements/:id': ops(404, { params: { id } }),
  'GET /api/operator/portal': ops(200),
  'PATCH /api/operator/portal': ops(200, { body: {} }),
  'GET /api/operator/seasons': ops(200),
  'POST /api/operator/seasons': ops(400, { body: {} }),
  'PATCH /api/operator/seasons/:id': ops(404, { params: { id }, body: { name: { zh: '一' } } }),
  'POST /api/operator/seasons/:id/close': ops(404, { params: { id } }),
  'POST /api/operator/seasons/:id/reopen': ops(404, { params: { id } }),
  'DELETE /api/operator/seasons/:id': ops(404, { params: { id } }),
  'GET /api/operator/memberships': ops(200),
  'PUT /api/operator/memberships/:steamId/:group': ops(200, {
    params: { steamId: stranger, group: 'vip' },
    body: {},
  }),
  'DELETE /api/operator/memberships/:steamId/:group': ops(204, {
    params: { steamId: stranger, group: 'vip' },
  }),
  'GET /api/operator/hidden-players': ops(200),
  'PUT /api/operator/hidden-players/:steamId': ops(400, { ...ofStranger, body: { reason: 5 } }),
  'DELETE /api/operator/hidden-players/:steamId': ops(404, ofStranger),
  'GET /api/operator/resets': ops(200),
  'POST /api/operator/resets': ops(400, { body: { steamId: 'x' } }),
  'POST /api/operator/resets/:id/undo': ops(404, { params: { id } }),
  'GET /api/operator/flags': ops(200),
  'DELETE /api/operator/flags/:id': ops(404, { params: { id } }),
  'GET /api/operator/ops': ops(200),
  'PUT /api/operator/ops/:who': ops(404, { params: { who: email } }),
  'DELETE /api/operator/ops/:who': ops(404, { params: { who: email } }),
  'POST /api/operator/ops/:steamId/sign-in-link': ops(404, ofStranger),
  'DELETE /api/operator/ops/:steamId/second-factor': ops(404, ofStranger),
  'DELETE /api/operator/accounts/:steamId/email': ops(404, ofStranger),
  'DELETE /api/operator/accounts/:steamId/links/:provider': ops(404, {
    params: { steamId: stranger, provider: 'qq' },
  }),
  'GET /api/operator/roles': ops(200),
  'POST /api/operator/roles': ops(400, { body: {} }),
  'PATCH /api/operator/roles/:id': ops(404, { params: { id }, body: {} }),
  'DELETE /api/operator/roles/:id': ops(404, { params: { id } }),
  'GET /api/operator/tokens': ops(200),
  'POST /api/operator/tokens': ops(400, { body: {} }),
  'DELETE /api/operator/tokens/:id': ops(404, { params: { id } }),
  'GET /api/operator/audit': ops(200),
  ...casesTable,
  ...moneyTable,
  ...moderationTable,
  ...peopleTable,
  ...rentalsTable,
  ...serversTable,
  ...overviewTable,
  ...exportsTable,
  ...inventoryTable,
  ...wordsTable,
}

/** A stream has no end that `inject` could wait for; its call declares who may listen. */
const streams = ['GET /api/servers/stream', 'GET /api/scrim/stream', 'GET /api/operator/servers/:id/log']

let context: TestContext
let app: App
let accounts = 10
const dataDir = mkdtempSync(join(tmpdir(), 'clutch-who-'))

beforeAll(async () => {
  context = await createTestContext()
  context.config = { ...context.config, dataDir }
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  rmSync(dataDir, { recursive: true })
})

const signInUser = (options: Parameters<typeof signIn>[2] = {}) =>
  signIn(context, toSteamId((accounts += 1)), options)

/** Those who only read or are refused; what one call does to a person changes nothing for the next call otherwise. */
const unchanged = new Map<string, Promise<TestUser>>()

async function personOf(
  kind: (typeof people)[number],
  { owner, isUnchanged }: { owner: TestUser | null; isUnchanged: boolean },
): Promise<TestUser | null> {
  if (kind === 'anonymous') return null
  if (isUnchanged && owner === null) {
    const person = unchanged.get(kind) ?? makePerson(kind)
    unchanged.set(kind, person)
    return person
  }
  return kind === 'owner' ? owner : makePerson(kind)
}

function makePerson(kind: (typeof people)[number]): Promise<TestUser> {
  if (kind === 'member') return signInUser({ groups: ['vip', 'pro'] })
  return kind === 'operator' ? signInUser({ groups: ['op'], secondFactor: 'shown' }) : signInUser()
}

/** An order without a payment attempt. */
async function anOrder({ userId, steamId }: TestUser): Promise<string> {
  const [orderId, now] = [randomUUIDv7(), context.clock.now()]
  await context.database
    .insertInto('orders')
    .values({
      id: orderId,
      number: orderId,
      user_id: userId,
      buyer: steamId,
      steam_id: steamId,
      product: 'vip',
      product_id: 'plan',
      options: '{}',
      duration: '1m',
      description_zh: 'VIP',
      description_en: 'VIP',
      method: 'wechat',
      currency: 'CNY',
      list_amount: 3000,
      amount: 3000,
      state: 'open',
      created_at: now,
    })
    .execute()
  return orderId
}

/** A practice server that runs, with one admin or none; its number. */
async function aRental({ userId, steamId }: TestUser, admin: TestUser | null): Promise<string> {
  const admins = admin ? [{ steamid: admin.steamId, name: '', servername: '' }] : []
  const wish = { user_id: userId, owner: steamId, state: 'running', admins: JSON.stringify(admins) }
  return (await createTestRental(context, wish)).number
}

async function statusFor(route: string, expected: Expected, kind: (typeof people)[number]): Promise<number> {
  const wants = JSON.stringify(expected)
  const isUnchanged = route.startsWith('GET ') || expected.statuses[people.indexOf(kind)] === 403
  const namesOwner = /:(?:owner|session|order|rental)\b/.test(wants)
  const owner = namesOwner || (kind === 'owner' && !isUnchanged) ? await signInUser() : null
  const person = await personOf(kind, { owner, isUnchanged })
  const order = owner && wants.includes(':order') ? await anOrder(owner) : ''
  const rental =
    owner && wants.includes(':rental') ? await aRental(owner, kind === 'member' ? person : null) : ''
  // Some calls are answered once a second.
  context.clock.advance(1_000)
  const named = (text: string) =>
    text
      .replace(':owner', owner?.steamId ?? '')
      .replace(':session', owner?.sessionId ?? '')
      .replace(':order', order)
      .replace(':rental', rental)
      .replace(':number', String(accounts))
  const [method = '', pattern = ''] = route.split(' ')
  const { params = {}, query, body } = expected
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named(params[name] ?? '')))
  const answer = await app.inject({
    method: method as 'GET',
    url: query === undefined ? path : `${path}?${query}`,
    // Limits of C20 count by address; this test makes the calls of all callers.
    remoteAddress: `2001:db8:${(accounts % 65_535).toString(16)}::1`,
    headers: person?.headers ?? {},
    ...(body && {
      payload: named(JSON.stringify(body)),
      headers: { ...person?.headers, 'content-type': 'application/json' },
    }),
  })
  return answer.statusCode
}

test('C20 every call of the contract has a handler and a row in the table, and there are no others', () => {
  const routes = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {})
      .filter((method) => method !== 'head')
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const unlisted = ['GET /healthz', 'GET /readyz']
  expect([...routes, ...unlisted].toSorted()).toEqual([...Object.keys(table), ...streams].toSorted())
  expect(routes.toSorted()).toEqual(allCalls.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test.each(Object.entries(table))(
  '%s answers each kind of person as its call says',
  async (route, expected) => {
    const got: number[] = []
    for (const kind of people) got.push(await statusFor(route, expected, kind))
    expect(Object.fromEntries(people.map((kind, index) => [kind, got[index]]))).toEqual(
      Object.fromEntries(people.map((kind, index) => [kind, expected.statuses[index]])),
    )
  },
)

test.each(allCalls.filter(({ who }) => who === 'user').map(({ method, path }) => `${method} ${path}`))(
  '%s is closed until the second factor was shown',
  async (route) => {
    const due = await signInUser({ secondFactor: 'due' })
    const [method = '', path = ''] = route.split(' ')
    const answer = await app.inject({
      method: method as 'GET',
      url: path.replaceAll(/:\w+/g, id),
      headers: due.headers,
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'session.second_factor_due' })
  },
)

const builtInRoles = ['owner', 'moderator', 'support', 'treasurer', 'editor', 'host-admin']

test.each(sampleCases(builtInRoles, 2, 1))(
  'C18 every operator’s call is open to the role %s if its area is, and closed otherwise',
  async (role) => {
    const { steamId, headers } = await signInUser({ groups: ['op'], secondFactor: 'shown' })
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/operator/ops/${steamId}`,
      headers: asOperator,
      payload: { role },
    })
    expect(answer.statusCode).toBe(200)
    const { rights } = (await app.inject({ url: '/api/account', headers })).json<Account>().operator ?? {
      rights: {},
    }
    const wrong: string[] = []
    for (const { method, path, who, area = 'any' } of allCalls) {
      if (who !== 'operator' || streams.includes(`${method} ${path}`)) continue
      const { statusCode, body } = await app.inject({ method, url: path.replaceAll(/:\w+/g, id), headers })
      const mayPass = area === 'any' || hasRight(rights, area, method === 'GET' ? 'read' : 'change')
      const isRefused = statusCode === 403 && body.includes('"operator.not_permitted"')
      if (isRefused === mayPass) wrong.push(`${method} ${path}`)
    }
    expect(wrong).toEqual([])
    expect(Object.keys(rights).length > 0).toBe(true)
  },
)

/** Makes every operator's call with a bearer; what is not as the area of the call and these rights say. */
async function findWrongAnswers(rights: OperatorRights, headers: Record<string, string>): Promise<string[]> {
  const wrong: string[] = []
  for (const call of allCalls as readonly Call[]) {
    const { method, path, who, area = 'any' } = call
    const needsCaller = who === 'user' || who === 'signed-in' || who === 'operator'
    if (!needsCaller || streams.includes(`${method} ${path}`)) continue
    const { statusCode, body } = await app.inject({ method, url: path.replaceAll(/:\w+/g, id), headers })
    const hasArea = area === 'any' || hasRight(rights, area, method === 'GET' ? 'read' : 'change')
    const isRefused = statusCode === 403 && body.includes('"operator.not_permitted"')
    const isAsDeclared =
      who === 'operator' ? isRefused !== (hasArea && isOpenToTokens(call)) : statusCode === 401
    if (!isAsDeclared) wrong.push(`${method} ${path}`)
  }
  return wrong
}

test.each([
  ['personal', 'some', { users: 'change', audit: 'read', operators: 'change', refunds: 'read' }],
  ['service', 'some', { servers: 'read', rentals: 'change', operators: 'change', settings: 'read' }],
  ['service', 'all', allRights],
] as const)(
  'C18 every call is open to a %s API token with %s rights if its area is; those of operators, tokens and users never',
  async (kind, _, rights) => {
    const { headers } = await signInUser({ groups: ['op'], secondFactor: 'shown' })
    const payload = { name: 'Bot', rights, service: kind === 'service' }
    const added = await app.inject({ method: 'POST', url: '/api/operator/tokens', headers, payload })
    const { secret } = added.json<{ secret: string }>()
    expect(await findWrongAnswers(rights, { authorization: `Bearer ${secret}` })).toEqual([])
  },
)

test('C18 one who is limited to a game server is refused what is about another one', async () => {
  const { steamId, headers } = await signInUser({ groups: ['op'], secondFactor: 'shown' })
  const payload = { role: 'moderator', serverIds: [id] }
  await app.inject({ method: 'PUT', url: `/api/operator/ops/${steamId}`, headers: asOperator, payload })
  const codeFor = async (server: string) =>
    (await app.inject({ url: `/api/operator/servers/${server}/players`, headers })).json<{ code: string }>()
      .code
  expect([await codeFor(id), await codeFor(randomUUIDv7())]).toEqual([
    'server.not_registered',
    'operator.not_permitted',
  ])
})

test.each([
  ['the settings alone', { settings: 'change', players: 'change', rcon: 'read' }, null, 403],
  ['RCON of some servers', { settings: 'change', rcon: 'change' }, [id], 403],
  ['RCON of all servers', { settings: 'change', rcon: 'change' }, null, 200],
] as const)(
  'C18 J the commands for game servers are not changed with the right to %s, but RCON of all servers',
  async (_, rights, serverIds, status) => {
    const { headers } = await signInUser({ groups: ['op'], secondFactor: 'shown' })
    const payload = { name: 'Bot', rights, serverIds, service: true }
    const added = await app.inject({ method: 'POST', url: '/api/operator/tokens', headers, payload })
    const { secret } = added.json<{ secret: string }>()
    const change = async (body: object) => {
      const bearer = { authorization: `Bearer ${secret}` }
      const url = '/api/operator/portal'
      return (await app.inject({ method: 'PATCH', url, headers: bearer, payload: body })).statusCode
    }
    expect(await change({ name: 'Community' })).toBe(200)
    expect(await change({ moderationCommands: { kick: 'css_kick {steamid}' } })).toBe(status)
    expect(await change({ vipCommands: { group: 'VIP' } })).toBe(status)
    expect(await change({ moderationCommands: { message: '{text}' } })).toBe(400)
  },
)

test('C12 an operator without a verified second factor is refused', async () => {
  const url = '/api/operator/servers'
  for (const options of [{}, { secondFactor: 'due' as const }]) {
    const { headers } = await signInUser({ groups: ['op'], ...options })
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'operator.second_factor_needed' })
  }
})
