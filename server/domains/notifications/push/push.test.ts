import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PushSettings } from '@clutch/contract/api/notifications/push.ts'
import { maxPushBrowsers, sessionLifetimeMs } from '@clutch/contract/limits.ts'
import type { PlayerMessage } from '@clutch/contract/rules/notifications/push-messages.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import {
  type EmulatedBrowser,
  type PushService,
  pushRetryAfterSeconds,
  startPushService,
} from '@clutch/emulators/channels/push-service.ts'
import type { App } from '../../../platform/http/app.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { deleteExpiredSessions } from '../../accounts/sessions/sessions.store.ts'
import { type TestUser, beginAnotherSession, signIn } from '../../accounts/testing/test-users.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { registerContent } from '../../content/index.ts'
import { pushToPlayers, registerPush, startNotificationWorker } from '../index.ts'
import { claimNextBrowser, sendToBrowser } from './push-delivery.ts'
import { loadPushKeys } from './push-keys.ts'
import { claimSubscription } from './push-messages.store.ts'

const second = 1_000
const hour = 3_600 * second

let context: TestContext
let app: App
let service: PushService
let me: TestUser
let made = 0
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  const content = await registerContent(context, app)
  registerAccounts(context, app)
  registerPush(context, app, content)
  service = await startPushService()
  service.setClock(() => context.clock.now().getTime())
  me = await aPlayer()
})
afterEach(async () => {
  service.setFault('ok')
  service.pushed.length = 0
  service.refused.length = 0
  await context.database.deleteFrom('push_subscriptions').execute()
})
afterAll(async () => {
  await app.close()
  await service.stop()
  await context.destroy()
})

const aPlayer = () => signIn(context, toSteamId(600_000_000 + ++made))

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  payload?: object,
  person: TestUser = me,
) {
  const url = `/api/account/push${path}`
  return app.inject({ method, url, headers: person.headers, ...(payload && { payload }) })
}

const settings = async (person = me) => (await call('GET', '', undefined, person)).json<PushSettings>()

/** A browser of a player that subscribed. */
async function subscribe(person = me, language = 'en', browser?: EmulatedBrowser): Promise<EmulatedBrowser> {
  const { publicKey } = await loadPushKeys(context)
  const added = browser ?? service.addBrowser(publicKey)
  const answer = await call('POST', '/browsers', { ...added, language }, person)
  expect(answer.statusCode).toBe(200)
  return added
}

const until = () => new Date(context.clock.now().getTime() + hour)
const ready = (name = '77', subject = 'sv-1'): PlayerMessage => ({
  kind: 'rental-ready',
  steamIds: [me.steamId],
  subject,
  values: { name, ends: Date.parse('2026-11-21T18:10:00Z') },
  until: until(),
})

const happen = (...messages: PlayerMessage[]) =>
  context.database.transaction().execute(async (tx) => {
    for (const message of messages) await pushToPlayers(context, tx, message)
  })

/** Sends what is due; returns how many were tried. */
async function pass(): Promise<number> {
  let tried = 0
  for (;;) {
    const claim = await claimNextBrowser(context)
    if (!claim) return tried
    tried += await sendToBrowser(context, claim, new AbortController().signal)
  }
}

const waiting = () => context.database.selectFrom('push_messages').selectAll().execute()
const payloads = () => service.pushed.map(({ text }) => JSON.parse(text) as Record<string, string>)

test('the next browser is found by the index of due messages, not by reading all browsers', async () => {
  const { database } = context
  await sql`insert into push_subscriptions (id, user_id, endpoint_hash, target, service, language, user_agent, created_at)
    select lpad(number::text, 32, '0')::uuid, users.id, sha256(number::text::bytea), '', 'x', 'en', '', now()
      from users cross join generate_series(1, 2000) as number where steam_id = ${me.steamId}::bigint`.execute(
    database,
  )
  await happen(ready())
  await sql`delete from push_messages where subscription_id in (
    select id from push_subscriptions order by id limit 1000)`.execute(database)
  await sql`analyze push_messages, push_subscriptions`.execute(database)
  const read = await database.transaction().execute(async (tx) => {
    const countRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_xact_user_tables
          where relname in ('push_messages', 'push_subscriptions')`.execute(tx)
      return rows[0]?.count ?? 0
    }
    const before = await countRead()
    const claim = await claimSubscription(tx, randomUUID(), context.clock.now(), until())
    expect(claim).toBeDefined()
    return (await countRead()) - before
  })
  expect(read).toBeLessThan(20)
})

test('a message reaches every browser of its player in the language of each, encrypted, signed and with its topic', async () => {
  await subscribe(me, 'en')
  await subscribe(me, 'zh')
  await subscribe(await aPlayer())
  await happen(ready())
  expect(await pass()).toBe(2)
  const texts = payloads().toSorted((one, other) =>
    (one['language'] ?? '').localeCompare(other['language'] ?? ''),
  )
  expect(texts).toMatchObject([
    {
      title: 'Practice server ready: 77',
      body: 'Yours until 2026-11-22 02:10 (GMT+8)',
      page: '/pracc',
      language: 'en',
    },
    { title: '练习服务器已就绪：77', body: '可用至 2026-11-22 02:10', language: 'zh' },
  ])
  expect(service.pushed).toMatchObject([
    { urgency: 'high', ttl: 3_600, topic: texts[0]?.['topic'] },
    { urgency: 'high', ttl: 3_600, topic: texts[0]?.['topic'] },
  ])
  expect([await waiting(), service.refused]).toEqual([[], []])
  const { browsers } = await settings()
  expect(browsers.map(({ lastSent, problem }) => ({ lastSent, problem }))).toEqual(
    Array(2).fill({ lastSent: context.clock.now().getTime(), problem: '' }),
  )
})

test('the key pair is made once, also by several processes at once, and stored sealed', async () => {
  await context.database.deleteFrom('push_keys').execute()
  const made = await Promise.all(Array.from({ length: 8 }, () => loadPushKeys(context)))
  expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1)
  const row = await context.database.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(row.private_key).not.toContain(made[0]?.privateKey)
  await subscribe()
  const { target } = await context.database
    .selectFrom('push_subscriptions')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(target).not.toContain('127.0.0.1')
})

test('where the key of the portal was lost, another pair is made, and the browsers of before are refused', async () => {
  await subscribe()
  await happen(ready())
  const former = await loadPushKeys(context)
  const other = { ...context, keys: new KeyRing(makeSecretKey()) }
  expect((await loadPushKeys(other)).publicKey).not.toBe(former.publicKey)
  const claim = await claimNextBrowser(other)
  if (!claim) throw new Error('nothing to send')
  await sendToBrowser(other, claim, new AbortController().signal)
  expect((await settings()).browsers[0]?.problem).toMatch(/no longer has/)
  // With its key again the portal has its former pair.
  expect(await loadPushKeys(context)).toEqual(former)
})

test('a message is sent only if its transaction commits, and not of a kind that its player turned off', async () => {
  await subscribe()
  await expect(
    context.database.transaction().execute(async (tx) => {
      await pushToPlayers(context, tx, ready())
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect((await call('PATCH', '', { off: ['rental-ready'] })).json()).toMatchObject({ off: ['rental-ready'] })
  await happen(ready())
  expect(await waiting()).toEqual([])
  await call('PATCH', '', { off: [] })
  await happen(ready())
  expect(await pass()).toBe(1)
  expect((await call('PATCH', '', { off: ['test'] })).statusCode).toBe(400)
})

test('a later message of the same subject replaces the one that waits, and has its topic', async () => {
  await subscribe()
  await happen(ready('first'), ready('second'), ready('other', 'sv-2'))
  expect(await pass()).toBe(2)
  expect(payloads().map(({ title }) => title)).toEqual([
    'Practice server ready: second',
    'Practice server ready: other',
  ])
  await happen(ready('third'))
  await pass()
  const [first, other, third] = service.pushed.map(({ topic }) => topic)
  expect([first === third, first === other]).toEqual([true, false])
})

test('a message that replaces another while that is sent is sent, too', async () => {
  await subscribe()
  await happen(ready('first'))
  const release = service.holdAnswers()
  const sending = pass()
  await vi.waitUntil(() => service.pushed.length === 1)
  await happen(ready('second'))
  release()
  await sending
  expect(payloads().map(({ title }) => title)).toEqual([
    'Practice server ready: first',
    'Practice server ready: second',
  ])
})

test.each([404, 410] as const)('a browser whose push service answers %i is removed', async (status) => {
  await subscribe()
  await happen(ready(), ready('x', 'sv-2'))
  service.setFault(status)
  expect(await pass()).toBe(1)
  expect((await settings()).browsers).toEqual([])
  expect(await waiting()).toEqual([])
})

test('429 waits as long as the service asks; a failure of the service waits longer each time; what expires is dropped', async () => {
  await subscribe()
  await happen(ready())
  service.setFault(429)
  expect([await pass(), await pass()]).toEqual([1, 0])
  context.clock.advance(pushRetryAfterSeconds * second - 1)
  expect(await pass()).toBe(0)
  context.clock.advance(1)
  service.setFault('down')
  expect(await pass()).toBe(1)
  context.clock.advance(10 * second)
  service.setFault(500)
  expect(await pass()).toBe(1)
  context.clock.advance(19 * second)
  expect(await pass()).toBe(0)
  expect((await settings()).browsers[0]?.problem).toBe('answered with status 500')
  context.clock.advance(hour)
  expect(await pass()).toBe(0)
  expect(await waiting()).toEqual([])
})

test('a message that the service refuses is dropped, and the next one is sent', async () => {
  await subscribe()
  await happen(ready())
  service.setFault(413)
  expect(await pass()).toBe(1)
  service.setFault('ok')
  await happen(ready('next'))
  expect(await pass()).toBe(1)
  expect(payloads()).toMatchObject([{ title: 'Practice server ready: next' }])
  // A browser that subscribed with another key than the portal's.
  await subscribe(me, 'en', service.addBrowser('other'))
  await happen(ready())
  await pass()
  expect(service.refused).toEqual(['another key than the subscription has'])
  expect((await settings()).browsers.map(({ problem }) => problem)).toContain('answered with status 403')
})

test('addresses without TLS and private ones are refused where the settings do not allow them, and keys that are none', async () => {
  const { publicKey } = await loadPushKeys(context)
  const { keys } = service.addBrowser(publicKey)
  const ask = async (body: object) => {
    const answer = await call('POST', '/browsers', {
      endpoint: 'https://push.example/x',
      keys,
      language: 'zh',
      ...body,
    })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  const point = `BA${'A'.repeat(85)}`
  expect(await ask({ keys: { ...keys, p256dh: point } })).toEqual([400, 'request.invalid'])
  expect(await ask({ keys: { ...keys, auth: 'short' } })).toEqual([400, 'request.invalid'])
  expect(await ask({ endpoint: `https://push.example/${'x'.repeat(1_000)}` })).toEqual([
    400,
    'request.invalid',
  ])
  expect(await ask({ endpoint: 'https://user:secret@push.example/x' })).toEqual([400, 'request.invalid'])
  const { config } = context
  // Whatever the game servers may have.
  expect(config.allowPrivate).toBe(true)
  Object.assign(config, { allowPrivatePush: false })
  try {
    expect(await ask({ endpoint: 'http://push.example/x' })).toEqual([400, 'request.invalid'])
    expect(await ask({ endpoint: 'https://192.168.1.1/x' })).toEqual([400, 'push.private_address'])
    expect(await ask({ endpoint: 'https://[::1]/x' })).toEqual([400, 'push.private_address'])
    expect((await ask({}))[0]).toBe(200)
  } finally {
    Object.assign(config, { allowPrivatePush: true })
  }
})

test('J a browser of before with a private address gets nothing, however its address was written or resolves', async () => {
  const { config } = context
  const { port } = new URL(service.url)
  const { keys } = service.addBrowser((await loadPushKeys(context)).publicKey)
  for (const endpoint of [`${service.url}/push/x`, `https://localhost:${port}/x`])
    await subscribe(me, 'en', { endpoint, keys })
  const before = service.requests()
  Object.assign(config, { allowPrivatePush: false })
  try {
    for (const { id } of (await settings()).browsers)
      expect((await call('POST', `/browsers/${id}/test`)).json()).toEqual({
        state: 'failed',
        problem: 'the push service did not answer',
      })
    await happen(ready())
    await pass()
    const [one, other] = (await settings()).browsers
    expect([one?.problem, other?.problem]).toEqual(Array(2).fill('the push service did not answer'))
  } finally {
    Object.assign(config, { allowPrivatePush: true })
  }
  expect(service.requests()).toBe(before)
})

test('a player has at most ten browsers, and one of another player becomes theirs', async () => {
  const first = await subscribe()
  for (let count = 0; count < maxPushBrowsers; count++) {
    context.clock.advance(second)
    await subscribe()
  }
  expect((await settings()).browsers).toHaveLength(maxPushBrowsers)
  await happen(ready())
  await pass()
  expect(service.pushed.map(({ endpoint }) => endpoint)).not.toContain(first.endpoint)
  const other = await aPlayer()
  const shared = service.pushed[0]?.endpoint ?? ''
  await subscribe(other, 'en', { endpoint: shared, keys: first.keys })
  expect((await settings()).browsers).toHaveLength(maxPushBrowsers - 1)
  const [taken] = (await settings(other)).browsers
  expect(taken).toMatchObject({ service: '127.0.0.1', userAgent: 'test', lastSent: null })
  expect((await call('DELETE', `/browsers/${taken?.id}`)).json()).toMatchObject({ code: 'push.not_found' })
  expect((await call('DELETE', `/browsers/${taken?.id}`, undefined, other)).statusCode).toBe(204)
})

test('a browser that subscribes again is the same one, with its new language', async () => {
  const browser = await subscribe(me, 'zh')
  const [before] = (await settings()).browsers
  await subscribe(me, 'en', browser)
  expect((await settings()).browsers).toEqual([{ ...before, language: 'en' }])
})

test('C16 signing out ends the notifications of that browser, signing out everywhere those of all; an expired session does not', async () => {
  const person = await aPlayer()
  const other = await beginAnotherSession(context, person)
  await subscribe(person)
  await subscribe(other)
  const signOut = (token: TestUser, payload: object, path: string) =>
    app.inject({ method: 'POST', url: path, headers: token.headers, payload })
  await signOut(other, { steamId: person.steamId, action: 'LOGOUT' }, '/api/auth/log')
  expect((await settings(person)).browsers).toHaveLength(1)
  context.clock.advance(sessionLifetimeMs)
  await deleteExpiredSessions(context.database, context.clock.now())
  const later = await beginAnotherSession(context, person)
  expect((await settings(later)).browsers).toHaveLength(1)
  await signOut(later, {}, '/api/account/sessions/end-all')
  const again = await beginAnotherSession(context, person)
  expect((await settings(again)).browsers).toEqual([])
  me = await aPlayer()
})

test('a test is sent at once to one browser, and a browser that is gone is removed', async () => {
  await subscribe()
  const [browser] = (await settings()).browsers
  const path = `/browsers/${browser?.id}/test`
  expect((await call('POST', path)).json()).toEqual({ state: 'sent', problem: '' })
  expect(payloads()).toMatchObject([{ title: 'Test notification', page: '/settings/notifications' }])
  service.setFault('down')
  expect((await call('POST', path)).json()).toEqual({
    state: 'failed',
    problem: 'the push service did not answer',
  })
  service.setFault(500)
  expect((await call('POST', path)).json()).toEqual({ state: 'failed', problem: 'answered with status 500' })
  await happen(ready())
  await pass()
  expect((await settings()).browsers[0]?.problem).toBe('answered with status 500')
  service.setFault(410)
  expect((await call('POST', path)).json()).toMatchObject({ state: 'gone' })
  expect((await call('POST', path)).statusCode).toBe(404)
})

test('of two workers one sends to a browser', async () => {
  await subscribe()
  await happen(ready(), ready('x', 'sv-2'))
  expect((await Promise.all([pass(), pass()])).toSorted()).toEqual([0, 2])
})

test('while the feature is off nothing is sent, and nothing of that time later', async () => {
  await subscribe()
  await happen(ready())
  let isOn = false
  const worker = startNotificationWorker(context, {
    sources: [],
    readServers: () => Promise.resolve([]),
    isPushOn: () => Promise.resolve(isOn),
  })
  try {
    await vi.waitUntil(async () => (await waiting()).length === 0)
    isOn = true
    await happen(ready('later'))
    await vi.waitUntil(() => service.pushed.length === 1)
    expect(payloads()).toMatchObject([{ title: 'Practice server ready: later' }])
  } finally {
    await worker.stop()
  }
})
