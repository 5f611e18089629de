import { isProving } from '@clutch/tools/testing/test-options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failOverdueDeliveries } from './events/events.store.ts'
import { distributeEvents } from './outbox/distribute-events.ts'
import { type NotificationsFixture, openNotifications, serverDown } from './testing/notifications-fixture.ts'

const minute = 60_000
const hour = 60 * minute

let fixture: NotificationsFixture
beforeAll(async () => {
  fixture = await openNotifications()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const advance = (ms: number) => fixture.context.clock.advance(ms)
const embeds = () => [...fixture.services.discord.messages.values()].flatMap(({ embeds: all = [] }) => all)
const titles = () => embeds().map(({ title }) => title?.replaceAll('\\', ''))
const aDiscord = (options: object = {}) =>
  fixture.addChannel(fixture.target('discord'), { language: 'en', ...options })

test('what is beyond the limit of a channel is one digest at the end of the minute, and nothing is lost', async () => {
  const { id } = await aDiscord({ perMinute: 3 })
  await fixture.addRule(id)
  await fixture.happen(serverDown(1), serverDown(2))
  await fixture.pass()
  await fixture.happen(...[3, 4, 5, 6].map((number) => serverDown(number)))
  await fixture.pass()
  expect(titles()).toEqual(['Server down: Server 1', 'Server down: Server 2', '4 notifications'])
  expect(embeds()[2]?.fields).toEqual([
    { name: 'Period', value: expect.stringMatching(/–/), inline: false },
    { name: 'Server down', value: '4', inline: true },
    {
      name: 'Latest',
      value: [6, 5, 4, 3]
        .map((number) => `Server down: Server ${number}`)
        .join('\n')
        .replaceAll(':', String.raw`\:`),
      inline: false,
    },
  ])
  await fixture.happen(serverDown(7))
  expect(await fixture.pass()).toBe(0)
  advance(minute)
  expect(await fixture.pass()).toBe(1)
  expect(titles()[3]).toBe('Server down: Server 7')
  const states = Map.groupBy(await fixture.deliveries('?size=200'), ({ state }) => state)
  expect([states.get('sent')?.length, states.get('folded')?.length]).toEqual([4, 4])
})

test('the latest events of a digest are found by an index', async () => {
  const plan = await fixture.context.database.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return await sql`explain select from notification_deliveries where folded_into = gen_random_uuid()`.execute(
      tx,
    )
  })
  expect(JSON.stringify(plan.rows)).toContain('notification_deliveries_folded')
})

const storm = isProving ? 10_000 : 400

test(`a storm of ${storm} events is two messages to a chat and ${storm} to a webhook, all in the log`, async () => {
  const chat = await aDiscord()
  const hook = await fixture.addChannel(fixture.target('webhook'))
  for (const { id } of [chat, hook]) await fixture.addRule(id)
  const events = Array.from({ length: storm }, (_, number) => serverDown(number % 50, `Server ${number}`))
  for (let from = 0; from < storm; from += 500) await fixture.happen(...events.slice(from, from + 500))
  await fixture.pass()
  advance(minute)
  await fixture.pass()
  const ids = fixture.services.received
    .filter(({ service }) => service === 'webhook')
    .map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([storm, storm])
  expect(embeds().length).toBeLessThanOrEqual(2)
  const digested = embeds().map(({ title }) => Number(/^\d+/.exec(title ?? '')?.[0] ?? 0))
  expect(digested.reduce((sum, count) => sum + count, 0)).toBe(storm)
  // In order per subject, also in a storm.
  const bySubject = Map.groupBy(
    fixture.services.received
      .filter(({ service }) => service === 'webhook')
      .map(({ body }) => JSON.parse(body) as { data: { subject: string; fields: { server: string } } }),
    ({ data }) => data.subject,
  )
  for (const messages of bySubject.values()) {
    const numbers = messages.map(({ data }) => Number(data.fields.server.slice('Server '.length)))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
}, 240_000)

test('in quiet hours only critical events are sent; what else happened follows as one message', async () => {
  fixture.context.clock.set(new Date('2026-11-21T23:30:00+08:00'))
  const { id } = await aDiscord()
  await fixture.addRule(id, { quiet: { from: 23 * 60, to: 8 * 60 } })
  await fixture.happen(serverDown(1), serverDown(2))
  await fixture.happen({
    kind: 'job.failed',
    subject: 'mail',
    fields: { queue: 'mail', count: 1, problem: 'x' },
  })
  await fixture.pass()
  expect(titles()).toEqual(['Job failed: mail'])
  expect((await fixture.deliveries()).map(({ state }) => state)).toEqual(['sent', 'held', 'held'])
  advance(8 * hour)
  expect(await fixture.pass()).toBe(0)
  advance(hour / 2)
  expect(await fixture.pass()).toBe(1)
  expect(titles()).toEqual(['Job failed: mail', '2 notifications'])
})

test('a rule collects events into a digest; a single one is sent as it is', async () => {
  fixture.context.clock.set(new Date('2026-11-21T10:07:00+08:00'))
  const { id } = await aDiscord()
  await fixture.addRule(id, { digestMinutes: 15 })
  await fixture.happen(serverDown(1))
  expect(await fixture.pass()).toBe(0)
  advance(8 * minute)
  await fixture.pass()
  expect(titles()).toEqual(['Server down: Server 1'])
  await fixture.happen(serverDown(1), serverDown(2), serverDown(3))
  await fixture.pass()
  advance(15 * minute)
  await fixture.pass()
  expect(titles()).toEqual(['Server down: Server 1', '3 notifications'])
})

test('a message that waits for a day is given up, also of a channel that is off', async () => {
  const { id } = await fixture.addChannel(fixture.target('webhook'))
  await fixture.addRule(id)
  await fixture.happen(serverDown(1))
  await distributeEvents(fixture.context)
  await fixture.call('PATCH', `notification-channels/${id}`, { enabled: false })
  advance(24 * hour + 1)
  const { clock, database } = fixture.context
  const dayAgo = new Date(clock.now().getTime() - 24 * hour)
  expect(await failOverdueDeliveries(database, dayAgo, 10)).toBe(1)
  await fixture.call('PATCH', `notification-channels/${id}`, { enabled: true })
  expect(await fixture.pass()).toBe(0)
  const problem = 'could not be sent for a day'
  expect(await fixture.deliveries()).toMatchObject([{ state: 'failed', problem }])
})

test('of two rules for one channel the one that sends first counts, and the message is sent once', async () => {
  const { id } = await aDiscord()
  await fixture.addRule(id, { digestMinutes: 60 })
  await fixture.addRule(id, { kinds: ['server.down'] })
  await fixture.happen(serverDown(1))
  expect(await fixture.pass()).toBe(1)
  expect(titles()).toEqual(['Server down: Server 1'])
})

test('a rule is limited to servers, to urgent events and to kinds', async () => {
  const { id } = await aDiscord()
  const server = '019a8f5e-6d00-7000-8000-000000000001'
  const other = '019a8f5e-6d00-7000-8000-000000000002'
  await fixture.addRule(id, {
    serverIds: [server],
    minSeverity: 'warning',
    kinds: ['server.down', 'server.back'],
  })
  const back = {
    kind: 'server.back',
    subject: 's',
    serverId: server,
    fields: { server: 'x', address: 'y', minutes: 1 },
  } as const
  await fixture.happen({ ...serverDown(1), serverId: server }, { ...serverDown(2), serverId: other }, back)
  await fixture.pass()
  expect(titles()).toEqual(['Server down: Server 1'])
})

test('mail channels hand their messages to the mail queue, one for each address', async () => {
  const was = fixture.context.config
  fixture.context.config = { ...was, smtpUrl: 'smtp://127.0.0.1:1' }
  await fixture.context.jobs.start()
  const { id, target } = await fixture.addChannel({ kind: 'mail', to: ['a@example.org', 'b@example.org'] })
  expect(target).toBe('a@example.org, b@example.org')
  await fixture.addRule(id)
  await fixture.happen(serverDown(1))
  expect(await fixture.pass()).toBe(1)
  const { rows } = await fixture.context.database.raw(
    `select data->>'sealed' as sealed from pgboss.job where name = 'mail'`,
  )
  expect(rows).toHaveLength(2)
  fixture.context.config = { ...was, smtpUrl: undefined }
  expect(
    await fixture.codeOf('POST', 'notification-channels', {
      name: 'x',
      target: { kind: 'mail', to: ['a@example.org'] },
    }),
  ).toBe('email.off')
  fixture.context.config = was
})
