import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventKindNames } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { raiseAlert, settleAlert } from '../domains/payments/operator/alerts.service.ts'
import { grantVip } from '../domains/vip/terms/terms.service.ts'
import { notifyEndedMatches } from '../domains/rentals/index.ts'
import { addReport } from '../domains/moderation/reports/reports.service.ts'
import { appealSanction } from '../domains/moderation/appeals/appeals.service.ts'
import { createTestRental } from '../domains/rentals/testing/rental-builder.ts'
import { mailReadyRentals, reportFailures } from '../domains/rentals/owner-mails/owner-mails.service.ts'
import { watchConditions } from '../domains/notifications/conditions/watch-conditions.ts'
import type { App } from '../platform/http/app.ts'
import { composeApp } from '../portal.ts'
import { conditionSources } from './portal-notifications.ts'
import { asOperator, testOperatorTokenHash } from '../testing/http.ts'
import { type TestContext, createTestContext } from '../testing/test-context.ts'

const player = '76561197960265731'
const minute = 60_000
let context: TestContext
let app: App

beforeAll(async () => {
  context = await createTestContext()
  await context.jobs.start()
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
  const post = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/api/operator/${path}`, headers: asOperator, payload })).json<{
      id: string
      channel: { id: string }
    }>()
  const { channel } = await post('notification-channels', {
    name: 'x',
    target: { kind: 'webhook', url: 'http://127.0.0.1:9/' },
  })
  await post('notification-rules', { name: 'all', channelId: channel.id, kinds: eventKindNames })
})
beforeEach(async () => {
  for (const table of ['notification_events', 'notification_conditions', 'servers'] as const)
    await context.database.deleteFrom(table).execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

async function happened(): Promise<{ kind: string; subject: string; fields: Record<string, unknown> }[]> {
  const rows = await context.database
    .selectFrom('notification_events')
    .select(['kind', 'subject', 'fields'])
    .orderBy('seq')
    .execute()
  return rows as unknown as { kind: string; subject: string; fields: Record<string, unknown> }[]
}
const watch = () => watchConditions(context, conditionSources(context))

async function aServer(
  name: string,
  state: 'online' | 'offline',
  version: string | null = null,
): Promise<string> {
  const payload = { name, ip: '203.0.113.9', port: 27_015, category: 'deathmatch', region: 'ap-shanghai' }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/operator/servers',
    headers: asOperator,
    payload,
  })
  const { id } = answer.json<{ id: string }>()
  await sql`insert into server_status (server_id, state, map, players, max, bots, locked, game_version, offline_since)
    values (${id}, ${state}, 'de_mirage', 0, 10, 0, false, ${version}, ${state === 'offline' ? context.clock.now() : null})`.execute(
    context.database,
  )
  return id
}

test('a server that is down for a minute is reported, and that it is back; one that was hidden is not', async () => {
  const id = await aServer('One', 'offline')
  await watch()
  expect(await happened()).toEqual([])
  context.clock.advance(minute)
  await watch()
  await sql`update server_status set state = 'online', offline_since = null`.execute(context.database)
  context.clock.advance(4 * minute)
  await watch()
  expect(await happened()).toEqual([
    {
      kind: 'server.down',
      subject: id,
      fields: {
        server: 'One',
        address: '203.0.113.9:27015',
        since: context.clock.now().getTime() - 5 * minute,
      },
    },
    { kind: 'server.back', subject: id, fields: { server: 'One', address: '203.0.113.9:27015', minutes: 5 } },
  ])
  await sql`update server_status set state = 'offline', offline_since = ${context.clock.now()}`.execute(
    context.database,
  )
  context.clock.advance(minute)
  await watch()
  await sql`update servers set hidden = true`.execute(context.database)
  await watch()
  expect((await happened()).map(({ kind }) => kind)).toEqual(['server.down', 'server.back', 'server.down'])
})

test('servers with an old version of the game are one event after half an hour', async () => {
  await aServer('One', 'online', '1.41.3.1')
  await sql`update game_version_check set required_version = 14132`.execute(context.database)
  await watch()
  context.clock.advance(30 * minute)
  await watch()
  expect(await happened()).toEqual([
    { kind: 'game.outdated', subject: '14132', fields: { servers: 1, version: '14132' } },
  ])
  await sql`update game_version_check set required_version = null`.execute(context.database)
})

test('permanently failed jobs, overdue backups and another leader of a board are events', async () => {
  await sql`insert into pgboss.job (name, data, state, output) values ('mail', '{}', 'failed', '{"message": "late"}')`.execute(
    context.database,
  )
  const was = context.config
  context.config = { ...was, env: 'production', backupTimes: ['04:40'] }
  await sql`insert into backups (id, kind, state, requested_at, started_at, ended_at, name, size)
    values (${randomUUIDv7()}, 'backup', 'done', ${context.clock.now()}, ${context.clock.now()}, ${context.clock.now()}, 'a', 1)`.execute(
    context.database,
  )
  context.clock.advance(3 * 24 * 60 * minute)
  await watch()
  context.config = was
  expect((await happened()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'job.failed mail',
    'backup.missing backup',
  ])
  await context.database.deleteFrom('notification_events').execute()
  await sql`insert into boards (span, mode) values ('all', 'dm')`.execute(context.database)
  const lead = (steamId: string, kills: number) =>
    sql`insert into standings (board_id, filter, minus_kills, deaths, steam_id)
      select id, 0, ${-kills}, 0, ${steamId}::bigint from boards where mode = 'dm' and span = 'all'`.execute(
      context.database,
    )
  await lead(player, 10)
  await watch()
  await lead('76561197960265732', 11)
  await watch()
  expect(await happened()).toMatchObject([
    {
      kind: 'record.broken',
      subject: 'dm',
      fields: { player: '76561197960265732', former: player, score: 11 },
    },
  ])
})

test('a new alert is an event of its kind, a repeat is none, and one that recurs after it was settled is', async () => {
  const raise = (kind: Parameters<typeof raiseAlert>[2]['kind'], subject: string) =>
    context.database
      .transaction()
      .execute((tx) => raiseAlert(context, tx, { kind, subject, detail: { problem: 'no answer' } }))
  for (const kind of [
    'not-fulfilled',
    'not-fulfilled',
    'refund-pending',
    'provider-silent',
    'rental-failed',
  ] as const)
    await raise(kind, 'subject')
  await context.database
    .transaction()
    .execute((tx) => settleAlert(context, tx, { kind: 'not-fulfilled', subject: 'subject' }))
  await raise('not-fulfilled', 'subject')
  expect((await happened()).map(({ kind, fields }) => [kind, fields['problem'] ?? fields['alert']])).toEqual([
    ['order.unfulfilled', 'no answer'],
    ['refund.stuck', 'no answer'],
    ['payment.alert', 'provider-silent'],
    ['order.unfulfilled', 'no answer'],
  ])
})

test('the first VIP term of a player is an event, a renewal is none', async () => {
  const grant = () =>
    context.database.transaction().execute((tx) =>
      grantVip(tx, context, {
        steamId: player,
        durationMs: minute,
        source: 'card',
        sourceId: randomUUIDv7(),
      }),
    )
  await grant()
  await grant()
  context.clock.advance(3 * minute)
  await grant()
  expect((await happened()).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['vip.new', player],
    ['vip.new', player],
  ])
})

test('a rental that is ready and one that failed are events, once, also of a portal without mail', async () => {
  const now = context.clock.now()
  const ready = await createTestRental(context, { state: 'running', termMs: 60 * minute })
  await sql`update rentals set ready_at = ${now} where id = ${ready.id}`.execute(context.database)
  const failed = await createTestRental(context, { state: 'failed' })
  await sql`update rentals set failed_at = ${now}, problem = 'no room' where id = ${failed.id}`.execute(
    context.database,
  )
  for (let times = 0; times < 2; times += 1) {
    await mailReadyRentals(context)
    await reportFailures(context)
  }
  expect((await happened()).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['rental.ready', ready.number],
    ['rental.failed', failed.number],
  ])
})

test('the end of a map is an event of a registered and of a rented server, whatever a report says besides', async () => {
  const serverId = await aServer('One', 'online')
  const rental = await createTestRental(context, { state: 'running', termMs: 60 * minute })
  const report = (event: object) => ({
    event: 'map_result',
    team1: { name: 'A\u202E', score: 13 },
    team2: { name: 'B', score: 7 },
    ...event,
  })
  const receivedAt = context.clock.now()
  await context.database.transaction().execute((tx) =>
    notifyEndedMatches(context)(tx, [
      { serverId, rentalId: null, receivedAt, event: report({}) },
      { serverId: null, rentalId: rental.id, receivedAt, event: report({}) },
      { serverId, rentalId: null, receivedAt, event: report({ event: 'round_end' }) },
      { serverId, rentalId: null, receivedAt, event: report({ team1: 'x' }) },
    ]),
  )
  expect((await happened()).map(({ subject, fields }) => [subject, fields['result']])).toEqual([
    [serverId, 'A 13:7 B'],
    [rental.number, 'A 13:7 B'],
  ])
})

test('a ban, the first report about a player and an appeal are events; a mute and a second report are none', async () => {
  const add = async (kind: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/operator/sanctions',
        headers: asOperator,
        payload: { kind, steamId: player, reason: 'aim bot' },
      })
    ).json<{ id: string }>().id
  const sanctionId = await add('ban')
  await add('mute')
  const report = (reporter: string) =>
    context.database.transaction().execute((tx) =>
      addReport(context, tx, {
        reporter,
        target: { steamId: player, name: 'Ann' },
        serverId: null,
        evidenceAt: context.clock.now(),
        reason: 'cheating',
        text: 'wall',
        source: 'page',
      }),
    )
  await report('76561197960265740')
  await report('76561197960265741')
  await appealSanction(context, player, { sanctionId, text: 'It was my brother' })
  await appealSanction(context, player, { sanctionId, text: 'Please' })
  expect(
    (await happened()).map(({ kind, subject, fields }) => [
      kind,
      subject,
      fields['reason'] ?? fields['text'],
    ]),
  ).toEqual([
    ['ban.added', player, 'aim bot'],
    ['report.opened', player, 'cheating: wall'],
    ['appeal.opened', player, 'It was my brother'],
  ])
})
