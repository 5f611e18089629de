import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tryConsumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { deleteExpiredSteamTokens } from '../cleanup.worker.ts'
import {
  type SteamFixture,
  beginSignIn,
  createSteamFixture,
  formatPageResult,
  obtainTicket,
  returnFromProvider,
} from './testing/steam-fixture.ts'

const player = '76561198000000001'
const victim = '76561198000000002'
const minutes = 60_000
const letIn = '/auth/steam/callback token'
const refused = '/auth/steam/callback loginFailed'
const failed = '/auth/steam/callback steamApiError'

let portal: SteamFixture
beforeAll(async () => {
  portal = await createSteamFixture()
})
beforeEach(() => {
  // Earlier attempts no longer count against the limits.
  portal.context.clock.advance(24 * 60 * minutes)
  portal.provider.behaviour = 'honest'
  portal.provider.confirmations.length = 0
})
afterAll(() => portal.close())

/** Signs a user in and returns with the assertion as `change` left it. */
async function signIn(change?: (fields: Map<string, string>) => void): Promise<string> {
  const { url, cookie } = await beginSignIn(portal.app)
  return formatPageResult(
    await returnFromProvider(portal.app, portal.provider.signIn(url, player, change), cookie),
  )
}

test('C2 a sign-in goes to the provider of the settings, which confirms the assertion, and ends with a ticket', async () => {
  const { app, provider } = portal
  const { url, cookie } = await beginSignIn(app)
  const requestUrl = new URL(url)
  expect(`${requestUrl.origin}${requestUrl.pathname}`).toBe(provider.endpoint)
  const anybody = 'http://specs.openid.net/auth/2.0/identifier_select'
  expect(Object.fromEntries(requestUrl.searchParams)).toEqual({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'checkid_setup',
    'openid.return_to': expect.stringMatching(
      /^http:\/\/portal\.test\/api\/auth\/steam\/callback\?state=[\w-]{43}$/,
    ) as string,
    'openid.realm': 'http://portal.test',
    'openid.identity': anybody,
    'openid.claimed_id': anybody,
  })
  const page = await returnFromProvider(app, provider.signIn(url, player), cookie)
  expect(`${page.pathname}${page.search}`).toMatch(/^\/auth\/steam\/callback\?token=[\w-]{43}$/)
  expect(provider.confirmations.map((fields) => fields.get('openid.mode'))).toEqual(['check_authentication'])
})

test('C2 the realm is that of the settings', async () => {
  const other = await createSteamFixture({ steamRealm: 'http://realm.test' })
  const { url } = await beginSignIn(other.app)
  expect(new URL(url).searchParams.get('openid.realm')).toBe('http://realm.test')
  await other.close()
})

test.each([
  ['http://portal.test', 'clutch-signin', 'Path=/; Max-Age=600; HttpOnly; SameSite=Lax'],
  ['https://portal.test', '__Host-clutch-signin', 'Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure'],
])('C19 the cookie of %s is %s', async (publicUrl, name, attributes) => {
  const other = await createSteamFixture({ publicUrl })
  const answer = await other.app.inject({ url: '/api/auth/steam/login' })
  expect(answer.statusCode).toBe(302)
  expect(answer.headers['set-cookie']).toMatch(new RegExp(`^${name}=[\\w-]{43}; ${attributes}$`))
  expect(answer.headers['cache-control']).toBe('no-store')
  await other.close()
})

const lookAlike = (address: string) => (fields: Map<string, string>) =>
  fields.set('claimed_id', address).set('identity', address)
const unsigned = (name: string) => (fields: Map<string, string>) => {
  const signed = (fields.get('signed') ?? '').split(',').filter((field) => field !== name)
  fields.set('signed', signed.join(','))
}
const elsewhere = (from: string, to: string) => (fields: Map<string, string>) =>
  fields.set('return_to', (fields.get('return_to') ?? '').replace(from, to))

const forged: [string, (fields: Map<string, string>) => unknown][] = [
  ['a foreign op_endpoint', (fields) => fields.set('op_endpoint', 'http://127.0.0.1:9/openid/login')],
  ['no op_endpoint', (fields) => fields.delete('op_endpoint')],
  ['a claimed_id at a host as long', (f) => lookAlike(f.get('identity')?.replace('.0.1', '.0.2') ?? '')(f)],
  ['a claimed_id at another host', lookAlike(`https://steamcommunity.example/openid/id/${victim}`)],
  ['two different people', (fields) => fields.set('claimed_id', portal.provider.identity(victim))],
  ['a claimed_id without identity', (fields) => fields.delete('identity')],
  ['a claimed_id that only holds an identity', (f) => lookAlike(`${f.get('identity')}/../${victim}`)(f)],
  ['a claimed_id that ends elsewhere', (f) => lookAlike(`${f.get('identity')}\n`)(f)],
  ['a claimed_id that begins elsewhere', (f) => lookAlike(`http://x/?${f.get('identity')}`)(f)],
  ['a claimed_id below another path', (f) => lookAlike(f.get('identity')?.replace('/id/', '/ix/') ?? '')(f)],
  ['an id that is no SteamID', (f) => lookAlike(portal.provider.identity('1'))(f)],
  ['an id of a group', (f) => lookAlike(portal.provider.identity('103582791429521408'))(f)],
  ['a return_to at another site', elsewhere('http://portal.test', 'http://evil.test')],
  ['a return_to at another port', elsewhere('http://portal.test', 'http://portal.test:81')],
  ['a return_to on another path', elsewhere('/callback', '/bind/callback')],
  ['a return_to with another state', elsewhere('state=', 'state=x')],
  ['a return_to with more in it', elsewhere('?', '?from=evil&')],
  ['an older protocol', (fields) => fields.set('ns', 'http://openid.net/signon/1.1')],
  ['no protocol', (fields) => fields.delete('ns')],
  ['a sign-in that was called off', (fields) => fields.set('mode', 'cancel')],
  ['a sign-in that was not finished', (fields) => fields.set('mode', 'setup_needed')],
  ['a nonce of long ago', (f) => f.set('response_nonce', portal.provider.nonce(-5 * minutes - 1_000))],
  ['a nonce of the future', (f) => f.set('response_nonce', portal.provider.nonce(5 * minutes + 1_000))],
  ['a nonce without a time', (fields) => fields.set('response_nonce', 'abc')],
  ['a nonce of no time', (fields) => fields.set('response_nonce', '2026-13-41T99:00:00Zx')],
  ['a nonce that never ends', (f) => f.set('response_nonce', portal.provider.nonce() + 'x'.repeat(250))],
  ['nothing but a state', (fields) => fields.clear()],
]
const mustBeSigned = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']

test.each([...forged, ...mustBeSigned.map((name) => [`an unsigned ${name}`, unsigned(name)] as const)])(
  'C2 an assertion with %s is refused, even if the provider were to confirm it',
  async (_name, change) => {
    portal.provider.behaviour = 'gullible'
    expect(await signIn((fields) => void change(fields))).toBe(refused)
    expect(portal.provider.confirmations).toEqual([])
    expect(await signIn()).toBe(letIn)
  },
)

test.each(['openid.claimed_id', 'openid.identity', 'openid.mode', 'openid.sig', 'openid.other', 'state'])(
  'C2 an assertion that holds %s twice is refused',
  async (key) => {
    portal.provider.behaviour = 'gullible'
    const { url, cookie } = await beginSignIn(portal.app)
    const back = portal.provider.signIn(url, player, (fields) => void fields.set('other', 'x'))
    back.searchParams.append(key, back.searchParams.get(key) ?? '')
    expect(formatPageResult(await returnFromProvider(portal.app, back, cookie))).toBe(refused)
  },
)

test('C2 an assertion that the provider does not confirm is refused', async () => {
  const { url, cookie } = await beginSignIn(portal.app)
  const back = portal.provider.signIn(url, player)
  for (const key of ['openid.claimed_id', 'openid.identity'])
    back.searchParams.set(key, portal.provider.identity(victim))
  expect(formatPageResult(await returnFromProvider(portal.app, back, cookie))).toBe(refused)
  expect(portal.provider.confirmations).toHaveLength(1)
})

test.each([-5 * minutes, 5 * minutes])('C2 a clock %d ms off is forgiven', async (ms) => {
  expect(await signIn((fields) => fields.set('response_nonce', portal.provider.nonce(ms)))).toBe(letIn)
})

test('C2 a nonce is used once, also after the nightly sweep', async () => {
  const { context, provider } = portal
  provider.behaviour = 'gullible'
  const nonce = provider.nonce(5 * minutes)
  const again = () => signIn((fields) => fields.set('response_nonce', nonce))
  expect(await again()).toBe(letIn)
  expect(await again()).toBe(refused)
  context.clock.advance(10 * minutes)
  await deleteExpiredSteamTokens(context.database, context.clock.now())
  expect(await again()).toBe(refused)
  context.clock.advance(1)
  await deleteExpiredSteamTokens(context.database, context.clock.now())
  expect(await context.database.selectFrom('openid_nonces').selectAll().execute()).toEqual([])
})

test('C19 a state is used once', async () => {
  const { app, provider } = portal
  provider.behaviour = 'gullible'
  const { url, cookie } = await beginSignIn(app)
  expect(formatPageResult(await returnFromProvider(app, provider.signIn(url, player), cookie))).toBe(letIn)
  expect(formatPageResult(await returnFromProvider(app, provider.signIn(url, player), cookie))).toBe(refused)
})

test('C19 a return without the cookie, or with that of another browser, is refused', async () => {
  const { app, provider } = portal
  provider.behaviour = 'gullible'
  const mine = await beginSignIn(app)
  const theirs = await beginSignIn(app)
  const back = provider.signIn(mine.url, player)
  for (const cookie of ['', theirs.cookie, `${mine.cookie}x`, `${mine.cookie}; ${theirs.cookie}`])
    expect(formatPageResult(await returnFromProvider(app, back, cookie))).toBe(refused)
  expect(formatPageResult(await returnFromProvider(app, back, `other=1; ${mine.cookie}`))).toBe(letIn)
})

test('C19 a return without a state is refused', async () => {
  const { app, provider } = portal
  const { url, cookie } = await beginSignIn(app)
  const back = provider.signIn(url, player)
  back.searchParams.delete('state')
  expect(formatPageResult(await returnFromProvider(app, back, cookie))).toBe(refused)
  expect((await app.inject({ url: '/api/auth/steam/callback' })).headers.location).toBe(
    '/auth/steam/callback?error=loginFailed',
  )
})

test('C19 a sign-in may take ten minutes', async () => {
  const { context, app, provider } = portal
  for (const [ms, expected] of [
    [10 * minutes - 1, letIn],
    [10 * minutes, refused],
  ] as const) {
    const { url, cookie } = await beginSignIn(app)
    context.clock.advance(ms)
    expect(formatPageResult(await returnFromProvider(app, provider.signIn(url, player), cookie))).toBe(
      expected,
    )
  }
})

test('C19 the state of a binding is not accepted for a sign-in', async () => {
  const { context, app, provider } = portal
  const { url, cookie } = await beginSignIn(app)
  await context.database.updateTable('sign_ins').set({ bind_id: randomUUIDv7() }).execute()
  expect(formatPageResult(await returnFromProvider(app, provider.signIn(url, player), cookie))).toBe(refused)
})

const ns = 'ns:http://specs.openid.net/auth/2.0\n'

test.each([
  ['an error', { status: 500, body: `${ns}is_valid:true\n` }],
  ['a refusal to talk', { status: 400, body: `${ns}error:no\n` }],
  ['a page', { body: '<!doctype html><title>Maintenance</title>' }],
  ['nothing', { body: '' }],
  ['a yes hidden in another line', { body: `${ns}error:no is_valid:true\n` }],
  ['a yes behind another word', { body: `${ns}not_is_valid:true\n` }],
  ['a yes with something behind it', { body: `${ns}is_valid:true?\n` }],
  ['a yes in capitals', { body: `${ns}is_valid:TRUE\n` }],
  ['a yes and a no', { body: `${ns}is_valid:false\nis_valid:true\n` }],
  ['a yes without its protocol', { body: 'is_valid:true\n' }],
  ['a yes in a book', { body: `${ns}is_valid:true\nbook:${'x'.repeat(5_000)}\n` }],
])('C17 a provider that answers %s has failed', async (_name, behaviour) => {
  portal.provider.behaviour = behaviour
  expect(await signIn()).toBe(failed)
})

test('C2 the order of the lines of an answer means nothing', async () => {
  portal.provider.behaviour = { body: `is_valid:true\n${ns}` }
  expect(await signIn()).toBe(letIn)
})

test('C17 a provider that sends elsewhere has failed', async () => {
  portal.provider.behaviour = 'redirecting'
  expect(await signIn()).toBe(failed)
})

test.each(['hanging', 'trickling'] as const)('C17 a provider that is %s has failed', async (behaviour) => {
  const slow = await createSteamFixture({}, 200)
  slow.provider.behaviour = behaviour
  const { url, cookie } = await beginSignIn(slow.app)
  expect(
    formatPageResult(await returnFromProvider(slow.app, slow.provider.signIn(url, player), cookie)),
  ).toBe(failed)
  await slow.close()
})

test('C17 a provider that cannot be reached has failed', async () => {
  const alone = await createSteamFixture({ steamOpenidUrl: 'http://127.0.0.1:9/openid/login' })
  const { url, cookie } = await beginSignIn(alone.app)
  const back = alone.provider.signIn(url, player, (fields) => {
    fields.set('op_endpoint', 'http://127.0.0.1:9/openid/login')
    lookAlike(`http://127.0.0.1:9/openid/id/${player}`)(fields)
  })
  expect(formatPageResult(await returnFromProvider(alone.app, back, cookie))).toBe(failed)
  await alone.close()
})

test('C2 a provider whose address does not end as Steam’s has no identities', async () => {
  const odd = await createSteamFixture({ steamOpenidUrl: 'http://127.0.0.1:9/login' })
  const { url, cookie } = await beginSignIn(odd.app)
  const back = odd.provider.signIn(url, player, (fields) => {
    fields.set('op_endpoint', 'http://127.0.0.1:9/login')
    lookAlike(`http://127.0.0.1:9/login${player}`)(fields)
  })
  expect(formatPageResult(await returnFromProvider(odd.app, back, cookie))).toBe(refused)
  await odd.close()
})

const spend = async (name: 'steam login address' | 'steam callback address') => {
  for (let left = true; left;) left = await tryConsumeRateLimit(portal.context, name, '127.0.0.1')
}
const toldOff = [302, '/auth/steam/callback?error=loginFailed']

test('C20 an address that begins too often is refused, but comes back from where it has gone', async () => {
  const { app, provider } = portal
  const back = await beginSignIn(app)
  await spend('steam login address')
  const login = await app.inject({ url: '/api/auth/steam/login' })
  expect([login.statusCode, login.headers.location]).toEqual(toldOff)
  expect(
    formatPageResult(await returnFromProvider(app, provider.signIn(back.url, player), back.cookie)),
  ).toBe(letIn)
})

test('C20 an address that comes back too often is refused', async () => {
  const { app, provider } = portal
  await spend('steam callback address')
  const back = await beginSignIn(app)
  expect(
    formatPageResult(await returnFromProvider(app, provider.signIn(back.url, player), back.cookie)),
  ).toBe(refused)
})

test.each([
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ['a script that asks', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
])('C20 %s of another site does not use up its visitor’s attempts', async (_what, headers) => {
  const { context, app } = portal
  const readRows = async () => {
    const tables = ['rate_limits', 'sign_ins'] as const
    return Promise.all(tables.map((table) => context.database.selectFrom(table).selectAll().execute()))
  }
  const before = await readRows()
  for (const url of ['/api/auth/steam/login', '/api/auth/steam/callback?state=x']) {
    const answer = await app.inject({ url, headers })
    expect([answer.statusCode, answer.headers.location]).toEqual(toldOff)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const bind = await app.inject({ url: '/api/auth/steam/bind/callback?email_bind_token=x', headers })
  expect(bind.headers.location).toBe('/auth/steam/bind/callback?error=invalid_authentication')
  expect(await readRows()).toEqual(before)
})

test('C20 a direct navigation in the browser is allowed', async () => {
  const headers = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'same-origin',
  }
  const answer = await portal.app.inject({ url: '/api/auth/steam/login', headers })
  expect(answer.headers.location).toContain(portal.provider.endpoint)
})

test('C3 states, browser secrets and tickets are stored as hashes', async () => {
  const { context, app } = portal
  const { url } = await beginSignIn(app)
  const { ticket, cookie } = await obtainTicket(portal, player)
  const states = await context.database.selectFrom('sign_ins').selectAll().execute()
  const tickets = await context.database.selectFrom('tickets').selectAll().execute()
  const state = new URL(new URL(url).searchParams.get('openid.return_to') ?? '').searchParams.get('state')
  const storedValues = [...states, ...tickets]
    .flatMap((row) => Object.values(row))
    .map((value) => String(value))
  for (const secret of [state ?? '', ticket, cookie.split('=')[1] ?? '']) {
    expect(secret).toHaveLength(43)
    expect(storedValues.join('\n')).not.toContain(secret)
  }
})
