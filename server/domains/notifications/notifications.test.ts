import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Channel } from '@clutch/contract/api/notifications/operator-channels.ts'
import { type ReceivedMessage, retryAfterSeconds } from '@clutch/emulators/channels/index.ts'
import { KeyRing, makeSecretKey } from '../../platform/keys/keys.ts'
import { signIn } from '../accounts/testing/test-users.ts'
import { claimNextChannel, sendClaimed } from './deliveries/send-channel.ts'
import { deleteOldNotifications } from './events/events.store.ts'
import { notify } from './index.ts'
import { distributeEvents } from './outbox/distribute-events.ts'
import {
  type NotificationsFixture,
  exampleEvents,
  openNotifications,
  serverDown,
} from './testing/notifications-fixture.ts'

const minute = 60_000
const hour = 60 * minute

let fixture: NotificationsFixture
beforeAll(async () => {
  fixture = await openNotifications()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const serverBack = {
  kind: 'server.back',
  subject: 'server-1',
  fields: { server: 'x', address: 'y', minutes: 1 },
} as const
const advance = (ms: number) => fixture.context.clock.advance(ms)
const payloads = () =>
  fixture.services.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const channels = () => fixture.call<Channel[]>('GET', 'notification-channels')

/** A webhook channel that takes every kind, without a limit. */
async function aWebhook(options: object = {}) {
  const channel = await fixture.addChannel(fixture.target('webhook'), options)
  await fixture.addRule(channel.id)
  return channel
}

/** Checks a request by the published library, which reads the machine's clock. */
function verify(secret: string, { body, headers }: ReceivedMessage): unknown {
  const received = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }
  return new Webhook(secret).verify(body, received)
}

test('an event reaches a webhook with a signature that another implementation verifies', async () => {
  fixture.context.clock.set(new Date())
  const { secret } = await aWebhook()
  await fixture.happen({ ...serverDown(), steamId: '76561197960265729' })
  expect(await fixture.pass()).toBe(1)
  const [request] = fixture.services.received
  if (!request) throw new Error('nothing arrived')
  expect(verify(secret ?? '', request)).toMatchObject({
    type: 'server.down',
    data: {
      subject: 'server-1',
      steamId: '76561197960265729',
      severity: 'warning',
      title: { en: 'Server down: Server 1' },
      fields: { server: 'Server 1' },
    },
  })
  const [delivery] = await fixture.deliveries()
  expect(delivery).toMatchObject({ id: request.headers['webhook-id'], state: 'sent', status: 204, tries: 1 })
  expect(() => verify(secret ?? '', { ...request, body: `${request.body} ` })).toThrow(/signature/)
})

test('after a rotation both secrets verify for 24 hours, then the new one only', async () => {
  fixture.context.clock.set(new Date())
  const { id, secret: former } = await aWebhook()
  const path = `notification-channels/${id}/secret`
  const { secret } = await fixture.call<{ secret: string }>('POST', path)
  await fixture.happen(serverDown())
  await fixture.pass()
  const [request] = fixture.services.received
  if (!request) throw new Error('nothing arrived')
  expect(verify(secret, request)).toEqual(verify(former ?? '', request))
  await fixture.context.database
    .updateTable('notification_channels')
    .set({ former_secret_until: fixture.context.clock.now() })
    .execute()
  await fixture.happen(serverDown())
  await fixture.pass()
  const [, later] = fixture.services.received
  if (!later) throw new Error('nothing arrived')
  expect(verify(secret, later)).toBeDefined()
  expect(() => verify(former ?? '', later)).toThrow(/signature/)
})

test('an event of a transaction that is rolled back is not sent, nor one that no rule wants or that happened before the rule', async () => {
  const channel = await fixture.addChannel(fixture.target('webhook'))
  await fixture.happen(serverDown(1))
  expect(await fixture.context.database.selectFrom('notification_events').select('id').execute()).toEqual([])
  await fixture.addRule(channel.id, { kinds: ['server.back'] })
  await fixture.happen(serverDown(2))
  advance(1)
  const rule = await fixture.addRule(channel.id, { kinds: ['server.down'] })
  const { database } = fixture.context
  const failing = database.transaction().execute(async (tx) => {
    await notify(fixture.context, tx, serverDown(3))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await fixture.call('PATCH', `notification-rules/${rule.id}`, { enabled: false })
  await fixture.happen(serverDown(4))
  await fixture.call('PATCH', `notification-rules/${rule.id}`, { enabled: true })
  await fixture.happen(serverDown(5))
  await fixture.pass()
  expect(payloads().map(({ data }) => (data as { subject: string }).subject)).toEqual(['server-5'])
})

test('a message whose sending was not recorded is sent again with the same id', async () => {
  await aWebhook()
  await fixture.happen(serverDown())
  await distributeEvents(fixture.context)
  const claim = await claimNextChannel(fixture.context)
  if (!claim) throw new Error('nothing to send')
  const release = fixture.services.holdAnswers()
  const sending = sendClaimed(fixture.context, claim, new AbortController().signal)
  await vi.waitUntil(() => fixture.services.received.length === 1)
  // Its claim is over before the answer arrives, as that of a killed process.
  advance(minute)
  const next = await claimNextChannel(fixture.context)
  expect(next?.channelId).toBe(claim.channelId)
  release()
  await sending
  expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting', tries: 1 }])
  if (next) await sendClaimed(fixture.context, next, new AbortController().signal)
  const ids = fixture.services.received.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(await fixture.deliveries()).toMatchObject([{ state: 'sent', tries: 2 }])
})

test('a channel that is down is tried again with longer waits, then in order; another channel is not delayed', async () => {
  await aWebhook()
  const other = await fixture.addChannel(fixture.target('discord'))
  await fixture.addRule(other.id)
  fixture.services.setFault('down', 'webhook')
  await fixture.happen(serverDown(1), serverBack)
  expect(await fixture.pass()).toBe(3)
  expect([...fixture.services.discord.messages.values()]).toHaveLength(2)
  expect((await channels()).map(({ kind, state, waiting }) => [kind, state, waiting])).toEqual([
    ['discord', 'good', 0],
    ['webhook', 'failing', 2],
  ])
  advance(4_999)
  expect(await fixture.pass()).toBe(0)
  advance(1)
  expect(await fixture.pass()).toBe(1)
  advance(9_999)
  expect(await fixture.pass()).toBe(0)
  fixture.services.setFault('ok', 'webhook')
  fixture.services.received.length = 0
  advance(1)
  expect(await fixture.pass()).toBe(2)
  expect(payloads().map(({ type }) => type)).toEqual(['server.down', 'server.back'])
  expect((await channels()).map(({ state, problem }) => [state, problem])).toEqual([
    ['good', ''],
    ['good', ''],
  ])
})

test('messages that waited are sent at once when the target was corrected', async () => {
  const { id } = await aWebhook()
  fixture.services.setFault('error', 'webhook')
  await fixture.happen(serverDown(1))
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await fixture.pass()).toBe(1)
    advance(hour)
  }
  await fixture.pass()
  fixture.services.setFault('ok')
  await fixture.happen(serverBack)
  expect(await claimNextChannel(fixture.context)).toBeUndefined()
  await fixture.call('PATCH', `notification-channels/${id}`, { target: fixture.target('webhook') })
  expect(await fixture.pass()).toBe(2)
  expect((await channels())[0]).toMatchObject({ state: 'good', waiting: 0 })
})

test('a channel is not claimed for a message that waits for an earlier one of its subject', async () => {
  await aWebhook()
  fixture.services.setFault('error', 'webhook')
  await fixture.happen(serverDown(1))
  await fixture.pass()
  await fixture.context.database.updateTable('notification_channel_states').set({ next_at: null }).execute()
  fixture.services.setFault('ok')
  await fixture.happen(serverBack)
  expect(await fixture.pass()).toBe(0)
  expect(await claimNextChannel(fixture.context)).toBeUndefined()
  advance(minute)
  expect(await fixture.pass()).toBe(2)
})

test('a channel that fails for three days is disabled and reported; an operator turns it on again', async () => {
  const { id } = await aWebhook()
  const watching = await fixture.addChannel(fixture.target('discord'), { perMinute: null })
  await fixture.addRule(watching.id, { kinds: ['channel.disabled'] })
  fixture.services.setFault('error', 'webhook')
  for (let hours = 0; hours < 24; hours += 1) {
    await fixture.happen(serverDown(hours))
    await fixture.pass()
    advance(4 * hour)
  }
  const [, webhook] = await channels()
  expect(webhook).toMatchObject({
    state: 'disabled',
    problem: 'answered with status 500: {"message":"internal error"}',
  })
  const [reported] = [...fixture.services.discord.messages.values()]
  expect(reported?.embeds?.[0]?.title).toContain('webhook')
  // What could not be sent for a day is given up, and stays in the log.
  expect((await fixture.deliveries('?state=failed&size=200')).length).toBeGreaterThan(10)
  fixture.services.setFault('ok')
  await fixture.call('PATCH', `notification-channels/${id}`, { enabled: true })
  expect(await fixture.pass()).toBeGreaterThan(1)
  expect((await channels())[1]).toMatchObject({ state: 'good', waiting: 0 })
})

test.each([
  ['webhook', retryAfterSeconds * 1_000],
  ['discord', retryAfterSeconds * 1_000 + 250],
  ['wecom', minute],
  ['dingtalk', 10 * minute],
  ['feishu', minute],
  ['onebot', retryAfterSeconds * 1_000],
] as const)('%s says how long it wants to be left alone, and is', async (kind, ms) => {
  const channel = await fixture.addChannel(fixture.target(kind), { perMinute: null })
  await fixture.addRule(channel.id)
  fixture.services.setFault('limited')
  await fixture.happen(serverDown(1), serverDown(2))
  expect(await fixture.pass()).toBe(1)
  // The service works: a pause is no failure of the channel.
  expect(await channels()).toMatchObject([
    { state: 'good', failingSince: null, problem: expect.stringMatching(/^rate-limited: /) },
  ])
  fixture.services.setFault('ok')
  advance(ms - 1)
  expect(await fixture.pass()).toBe(0)
  advance(1)
  expect(await fixture.pass()).toBe(2)
})

test('a redirect is not followed, and a message that is refused does not hold up the next', async () => {
  const { id } = await aWebhook()
  fixture.services.setFault('redirect')
  await fixture.happen(serverDown(1))
  expect(await fixture.pass()).toBe(1)
  expect(fixture.services.received).toHaveLength(1)
  expect(await fixture.deliveries()).toMatchObject([
    { state: 'waiting', status: 302, problem: 'answered with status 302 (redirects are not followed)' },
  ])
  fixture.services.setFault('gone')
  advance(minute)
  await fixture.pass()
  expect((await channels())[0]).toMatchObject({ id, state: 'disabled' })
})

test.each(['discord', 'wecom', 'feishu', 'dingtalk', 'onebot'] as const)(
  '%s takes a message of every kind, whatever players wrote, and mentions no one',
  async (kind) => {
    const channel = await fixture.addChannel(fixture.target(kind), { perMinute: null, language: 'both' })
    await fixture.addRule(channel.id)
    await fixture.happen(...exampleEvents)
    expect(await fixture.pass()).toBe(exampleEvents.length)
    const states = (await fixture.deliveries('?size=200')).map(({ state, problem }) => `${state}${problem}`)
    expect(new Set(states)).toEqual(new Set(['sent']))
    const sent = fixture.services.received.map(({ body }) => body).join('\n')
    if (kind === 'discord') {
      const messages = [...fixture.services.discord.messages.values()]
      expect(messages.every(({ allowed_mentions }) => allowed_mentions?.parse?.length === 0)).toBe(true)
      expect(sent).not.toMatch(/@everyone|[^\\]\[a\\?\]/)
    }
    if (kind === 'wecom' || kind === 'dingtalk') expect(sent).not.toMatch(/<@|\[a\]|\]\(http:\/\/evil/)
  },
)

test('a channel whose key is lost fails like one that is down, and is sent to once the key is back', async () => {
  const { id } = await aWebhook({ perMinute: null })
  const other = await fixture.addChannel(fixture.target('discord'), { perMinute: null })
  await fixture.addRule(other.id)
  const { keys } = fixture.context
  fixture.context.keys = new KeyRing(makeSecretKey())
  const problem = 'stored with a key that the portal no longer has'
  await fixture.happen(serverDown(1), serverDown(2))
  expect(await fixture.pass()).toBe(2)
  expect(await channels()).toMatchObject([
    { kind: 'discord', state: 'failing', problem },
    { kind: 'webhook', state: 'failing', problem },
  ])
  expect(await fixture.call('POST', `notification-channels/${id}/test`)).toMatchObject({
    sent: false,
    problem,
  })
  fixture.context.keys = keys
  advance(5_000)
  expect(await fixture.pass()).toBe(4)
  expect(await channels()).toMatchObject([
    { state: 'good', waiting: 0 },
    { state: 'good', waiting: 0 },
  ])
})

test('a message of another version is refused, and the next is sent', async () => {
  await aWebhook()
  await fixture.happen(serverDown(1), serverDown(2), serverDown(3))
  await distributeEvents(fixture.context)
  const events = fixture.context.database.updateTable('notification_events')
  await events.set({ kind: 'server.unknown' }).where('subject', '=', 'server-1').execute()
  const fields = { backup: null }
  await events
    .set({ kind: 'backup.missing', fields: JSON.stringify(fields) })
    .where('subject', '=', 'server-2')
    .execute()
  expect(await fixture.pass()).toBe(3)
  const problem = 'a message that this version does not know'
  expect(await fixture.deliveries()).toMatchObject([
    { state: 'sent' },
    { state: 'failed', problem },
    { state: 'failed', problem },
  ])
})

test('a test message is sent at once, also by a channel that is off, and says what went wrong', async () => {
  const { id } = await aWebhook()
  await fixture.call('PATCH', `notification-channels/${id}`, { enabled: false })
  const send = () => fixture.call('POST', `notification-channels/${id}/test`)
  expect(await send()).toEqual({ sent: true, status: 204, problem: '' })
  fixture.services.setFault('error')
  expect(await send()).toMatchObject({ sent: false, status: 500 })
  expect((await fixture.deliveries()).map(({ kind, state }) => [kind, state])).toEqual([
    ['test', 'failed'],
    ['test', 'sent'],
  ])
  expect((await channels())[0]).toMatchObject({ state: 'off' })
})

test('a channel that is turned on again sends nothing of the time when it was off', async () => {
  const { id } = await aWebhook()
  const other = await fixture.addChannel(fixture.target('discord'), { perMinute: null })
  await fixture.call('PATCH', `notification-channels/${id}`, { enabled: false })
  await fixture.addRule(other.id)
  await fixture.happen(serverDown(2))
  expect(await fixture.pass()).toBe(1)
  await fixture.call('PATCH', `notification-channels/${id}`, { enabled: true })
  await fixture.happen(serverDown(3))
  expect(await fixture.pass()).toBe(2)
  expect(payloads().find(({ data }) => data)).toMatchObject({ data: { subject: 'server-3' } })
})

test('an operator has a message delivered again, with the same id', async () => {
  await aWebhook()
  await fixture.happen(serverDown())
  await fixture.pass()
  const [{ id } = { id: '' }] = await fixture.deliveries()
  expect(await fixture.call('POST', `notification-deliveries/${id}/redeliver`)).toMatchObject({
    state: 'waiting',
  })
  await fixture.pass()
  expect(fixture.services.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
})

test('addresses and keys are sealed, never answered, and in no problem of the log', async () => {
  const { id, secret } = await aWebhook()
  const dingtalk = await fixture.addChannel(fixture.target('dingtalk'))
  await fixture.addRule(dingtalk.id)
  fixture.services.setFault('down')
  await fixture.happen(serverDown())
  await fixture.pass()
  const { database } = fixture.context
  const rows = [
    await database.selectFrom('notification_channels').selectAll().execute(),
    await database.selectFrom('notification_channel_states').selectAll().execute(),
    await database.selectFrom('notification_deliveries').selectAll().execute(),
    await channels(),
    await fixture.deliveries(),
  ]
  const { keys } = fixture.services
  for (const hidden of [keys.token, keys.secret, (secret ?? '').slice(6)])
    expect(JSON.stringify(rows)).not.toContain(hidden)
  expect(id).toBeDefined()
})

test('J a channel at a private address is refused, also where a name resolves to one', async () => {
  const strict = { ...fixture.context.config, allowPrivate: false }
  const was = fixture.context.config
  fixture.context.config = strict
  const add = (url: string) =>
    fixture.codeOf('POST', 'notification-channels', { name: 'x', target: { kind: 'webhook', url } })
  expect(await add('https://127.0.0.1/x')).toBe('channel.private_address')
  expect(await add('https://[::ffff:10.0.0.1]/x')).toBe('channel.private_address')
  expect(await add('http://example.org/x')).toBe('request.invalid')
  const named = await fixture.addChannel({ kind: 'webhook', url: 'https://localhost/x' })
  expect(await fixture.call('POST', `notification-channels/${named.id}/test`)).toEqual({
    sent: false,
    status: null,
    problem: 'a private address, which the portal does not call',
  })
  fixture.context.config = was
})

test('events and deliveries are kept for 30 days, except what still waits', async () => {
  await aWebhook()
  await fixture.happen(serverDown(1))
  await fixture.pass()
  fixture.services.setFault('down')
  await fixture.happen(serverDown(2))
  await fixture.pass()
  advance(30 * 24 * hour)
  await deleteOldNotifications(
    fixture.context.database,
    new Date(fixture.context.clock.now().getTime() - hour),
    100,
  )
  expect((await fixture.deliveries()).map(({ state }) => state)).toEqual(['waiting'])
})

test('a service that does not answer in time delays no other channel', async () => {
  await aWebhook()
  const other = await fixture.addChannel(fixture.target('discord'))
  await fixture.addRule(other.id)
  const release = fixture.services.holdAnswers('webhook')
  await fixture.happen(serverDown(1))
  await distributeEvents(fixture.context)
  const stop = new AbortController().signal
  const claims = [await claimNextChannel(fixture.context), await claimNextChannel(fixture.context)]
  const sending = claims.flatMap((claim) => (claim ? [sendClaimed(fixture.context, claim, stop)] : []))
  const waiting = async () =>
    (await fixture.deliveries('?state=waiting')).map(({ channelKind }) => channelKind)
  await expect.poll(waiting).toEqual(['webhook'])
  expect(fixture.services.discord.messages.size).toBe(1)
  release()
  await Promise.all(sending)
  expect(await fixture.deliveries('?state=waiting')).toEqual([])
})

test('C18 an operator makes rules only for what they may read, and sees no deliveries about the rest', async () => {
  const { id } = await aWebhook()
  const { headers } = await signIn(context(), '76561197960265729', { groups: ['op'], secondFactor: 'shown' })
  const role = await fixture.call<{ id: string }>('POST', 'roles', {
    name: { zh: '值班', en: 'On call' },
    rights: { settings: 'change', servers: 'read' },
  })
  await fixture.call('PUT', 'ops/76561197960265729', { role: role.id })
  const add = async (kinds: string[]) => {
    const payload = { name: 'x', channelId: id, kinds }
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/operator/notification-rules',
      headers,
      payload,
    })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  expect(await add(['server.down', 'refund.stuck'])).toEqual([403, 'operator.not_permitted'])
  expect(await add(['server.down'])).toEqual([200, undefined])
  await fixture.happen(serverDown(1), {
    kind: 'refund.stuck',
    subject: 'r',
    fields: { about: 'r', problem: 'x' },
  })
  await fixture.pass()
  const seen = await fixture.app.inject({ url: '/api/operator/notification-deliveries', headers })
  expect(seen.json<{ rows: { kind: string }[]; total: number }>()).toMatchObject({
    total: 1,
    rows: [{ kind: 'server.down' }],
  })
  // A rule of another operator for more than they may read does not get another channel by them.
  const [rule] = (await fixture.call<{ id: string; name: string }[]>('GET', 'notification-rules')).filter(
    ({ name }) => name === 'all',
  )
  const move = await fixture.app.inject({
    method: 'PATCH',
    url: `/api/operator/notification-rules/${rule?.id}`,
    headers,
    payload: { channelId: id },
  })
  expect(move.statusCode).toBe(403)
})

const context = () => fixture.context
