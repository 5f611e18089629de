import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestRental } from '../domains/rentals/testing/rental-builder.ts'
import { createServersApp, registerTestServer } from '../domains/servers/testing/servers-app.ts'
import { aBuyer, insertOrder } from '../domains/payments/testing/rows.ts'
import { createPaymentsFixture } from '../domains/payments/testing/payments-fixture.ts'
import { openMetrics } from '../platform/observability/metrics/open-metrics.ts'
import { databaseSources } from './portal-metrics.ts'
import { type TestContext, createTestContext } from '../testing/test-context.ts'

/** What the domains report of a database with known content. */
let context: TestContext
beforeEach(async () => {
  context = await createTestContext()
})
afterEach(() => context.destroy())

async function scrape(of: TestContext = context): Promise<string> {
  const metrics = await openMetrics(of, { version: '1', database: databaseSources(of) })
  return (await metrics.read()).body
}

const minutesAgo = (minutes: number) => new Date(context.clock.now().getTime() - minutes * 60_000)

test('an empty portal reports zero instead of nothing', async () => {
  const body = await scrape()
  for (const line of [
    'clutch_database_up 1',
    'clutch_job_queue_jobs{queue="mail",state="failed"} 0',
    'clutch_job_queue_age_seconds{queue="mail"} 0',
    'clutch_events_inbox_batches 0',
    'clutch_events_inbox_age_seconds 0',
    'clutch_orders_unfulfilled{currency="CNY"} 0',
    'clutch_refunds_pending_minor_units{currency="USD"} 0',
    'clutch_payment_work_due{kind="fulfil"} 0',
    'clutch_rental_work_due 0',
    'clutch_game_servers{state="online"} 0',
    'clutch_locks_held{lock="poller"} 0',
    'clutch_host_up{host="local"} 1',
    'clutch_host_cpus_used{host="local"} 0',
  ])
    expect(body.split('\n')).toContain(line)
})

test('money that waits is reported in minor units with its age, and settled money is not', async () => {
  const { userId } = await aBuyer(context)
  const { database } = context
  const now = context.clock.now()
  const paid = { user_id: userId, state: 'paid', paid_at: minutesAgo(10), amount: 1_250 }
  await insertOrder(database, now, { ...paid, fulfil_at: minutesAgo(9) })
  await insertOrder(database, now, { ...paid, paid_at: minutesAgo(2), amount: 750 })
  await insertOrder(database, now, { ...paid, state: 'fulfilled', fulfilled_at: now })
  const body = (await scrape()).split('\n')
  expect(body).toContain('clutch_orders_unfulfilled{currency="CNY"} 2')
  expect(body).toContain('clutch_orders_unfulfilled_minor_units{currency="CNY"} 2000')
  expect(body).toContain('clutch_orders_unfulfilled_age_seconds{currency="CNY"} 600')
  expect(body).toContain('clutch_payment_work_due{kind="fulfil"} 1')
  expect(body).toContain('clutch_payment_work_age_seconds{kind="fulfil"} 540')
})

test('the last backup and the last test that succeeded are reported, none before the first, and whether they are scheduled', async () => {
  const name = 'clutch_backup_last_success_timestamp_seconds'
  const testName = 'clutch_backup_test_last_success_timestamp_seconds'
  const before = await scrape()
  for (const one of [name, testName]) expect(before).not.toMatch(new RegExp(`^${one} `, 'm'))
  expect(before).toContain('clutch_backup_scheduled 0')
  const row = { id: randomUUIDv7(), kind: 'backup', requested_at: minutesAgo(9) }
  await context.database
    .insertInto('backups')
    .values([
      { ...row, state: 'done', ended_at: minutesAgo(8) },
      { ...row, id: randomUUIDv7(), state: 'failed', ended_at: minutesAgo(2) },
      { ...row, id: randomUUIDv7(), kind: 'verification', state: 'done', ended_at: minutesAgo(5) },
    ])
    .execute()
  const body = await scrape({ ...context, config: { ...context.config, env: 'production' } })
  expect(body).toContain(`${name} ${minutesAgo(8).getTime() / 1_000}`)
  expect(body).toContain(`${testName} ${minutesAgo(5).getTime() / 1_000}`)
  expect(body).toContain('clutch_backup_scheduled 1')
})

test('rentals are reported by state and region, ended ones are not', async () => {
  await createTestRental(context, { state: 'failed', due_at: null })
  await createTestRental(context, { state: 'failed', due_at: null, region: 'ap-guangzhou' })
  await createTestRental(context, {
    state: 'running',
    outage_at: context.clock.now(),
    outage_reason: 'silent',
    due_at: null,
  })
  await createTestRental(context, { state: 'terminated', due_at: null })
  await createTestRental(context, { state: 'failed', due_at: null, revoked_at: context.clock.now() })
  await createTestRental(context, { due_at: minutesAgo(3) })
  const held = new Date(context.clock.now().getTime() + 60_000)
  await createTestRental(context, { due_at: minutesAgo(5), held_until: held })
  const body = (await scrape()).split('\n')
  expect(body).toContain('clutch_rentals{state="failed",region="ap-shanghai"} 1')
  expect(body).toContain('clutch_rentals{state="failed",region="ap-guangzhou"} 1')
  expect(body).toContain('clutch_rentals{state="unresponsive",region="ap-shanghai"} 1')
  expect(body.join('\n')).not.toContain('terminated')
  expect(body).toContain('clutch_rental_work_due 1')
  expect(body).toContain('clutch_rental_work_age_seconds 180')
  expect(body).toContain('clutch_rental_claims 1')
})

test('waiting jobs and reports, registered servers and held locks are reported', async () => {
  await context.database
    .transaction()
    .execute((tx) => context.jobs.enqueue(tx, 'steam-profile', { steamId: '76561198000000001' }))
  const app = await createServersApp(context)
  const serverId = await registerTestServer(app, { ip: '127.0.0.1' })
  const stream = await context.database
    .insertInto('event_streams')
    .values({ server_id: serverId, kind: 'log', token: 'token', head: '0' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const batch = {
    at: '0',
    begins: '0',
    ends: '1',
    key: randomUUIDv7(),
    body: Buffer.from('x'),
    min_humans: 0,
  }
  await context.database
    .insertInto('event_batches')
    .values({ ...batch, stream_id: stream.id, free_for_all: false, received_at: minutesAgo(4) })
    .execute()
  const lock = await context.database.tryLock('poller')
  const body = (await scrape()).split('\n')
  expect(body).toContain('clutch_job_queue_jobs{queue="steam-profile",state="waiting"} 1')
  expect(body).toContain('clutch_events_inbox_batches 1')
  expect(body).toContain('clutch_events_inbox_age_seconds 240')
  expect(body.some((line) => /^clutch_game_servers\{state="\w+"\} 1$/.test(line))).toBe(true)
  expect(body).toContain('clutch_locks_held{lock="poller"} 1')
  await lock?.release()
  await app.close()
})

test('webhooks are counted by provider and result, provider calls by operation and result', async () => {
  const begun =
    'clutch_provider_request_duration_seconds_count{provider="alipay",operation="begin",result="ok"}'
  const webhooks = (result: string) => `clutch_webhooks_total{provider="alipay",result="${result}"}`
  const series = [webhooks('accepted'), webhooks('repeated'), webhooks('unverified'), begun]
  // Recording begins with the first metrics of a process, which other tests share.
  const before = await scrape()
  const fixture = await createPaymentsFixture()
  const { no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  const webhook = fixture.alipay.notify(no)
  await fixture.notify(webhook)
  await fixture.notify(webhook)
  await fixture.notify({ headers: {}, body: Buffer.from('forged') })
  await fixture.runDue()
  const after = await scrape(fixture.context)
  expect(series.map((one) => valueOf(after, one) - valueOf(before, one))).toEqual([1, 1, 1, 1])
  expect(after).not.toContain(no)
  await fixture.close()
})

/** The value of a series, 0 where there is none yet. */
function valueOf(body: string, series: string): number {
  const line = body.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? 0)
}
