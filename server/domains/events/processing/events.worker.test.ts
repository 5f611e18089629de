import { sql } from 'kysely'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { type MatchEvent, type CountsSubscriber, startEventsWorker } from '../index.ts'
import { recordGameLog } from '../testing/game-log.ts'
import { type SentBatch, addReporter, createEventsApp, postLog } from '../testing/events-app.ts'
import { CountsCollector, countDistinctBatches } from '../testing/count-sums.ts'

let context: TestContext
let app: App
let log: SentBatch[] = []
let logged = ''
const stops: (() => Promise<void>)[] = []
const within = { timeout: 10_000, interval: 20 }

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  context = await createTestContext({ log: pino({ level: 'debug' }, sink) })
  app = await createEventsApp(context)
  log = await recordGameLog('worker', 12)
})

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await context.database.deleteFrom('servers').execute()
  await context.database.deleteFrom('event_streams').execute()
  context.clock.advance(60_000)
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** The machine's monotonic clock, where pauses are really waited for. */
const moving: Clock = { now: () => context.clock.now(), monotonicMs: () => performance.now() }

function count(subscriber: CountsSubscriber, over: Partial<AppContext> = {}) {
  const events = startEventsWorker({ ...context, ...over }, { counted: [subscriber], match: [] })
  stops.push(() => events.stop())
  return events
}

async function waiting(): Promise<number> {
  const answer = await sql<{ count: number }>`
    select count(*)::integer as count from event_batches where counted_at is null`.execute(context.database)
  return answer.rows[0]?.count ?? NaN
}

async function sendAll(secret: string, sent: readonly SentBatch[] = log): Promise<void> {
  for (const one of sent) expect(await postLog(app, secret, one)).toBe(200)
}

test('I9 batches are counted as they come, with their server, mode and time', async () => {
  const adder = new CountsCollector()
  count(adder.subscriber)
  const { id, secret } = await addReporter(app, { board: 'solo' })
  await sendAll(secret)
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
  expect(adder.sums).toEqual(countDistinctBatches(log, 'solo'))
  const receivedAt = context.clock.now()
  for (const batch of adder.batches) expect(batch).toMatchObject({ serverId: id, mode: 'solo', receivedAt })
})

test('I9 a woken worker does not wait for its tick; one that was not woken counts at its tick', async () => {
  const adder = new CountsCollector()
  const { secret } = await addReporter(app)
  let deaf = true
  let transactions = 0
  const { database } = context
  const half = Object.assign(Object.create(database) as typeof database, {
    transaction() {
      transactions += 1
      return database.transaction()
    },
    listen: (channel: string, handler: (payload: string | null) => void) =>
      database.listen(channel, (payload) => deaf || handler(payload)),
  })
  count(adder.subscriber, { database: half })
  await vi.waitFor(() => expect(transactions).toBeGreaterThan(1), within)
  const timeOf = async (sent: readonly SentBatch[]) => {
    const started = performance.now()
    await sendAll(secret, sent)
    await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
    return performance.now() - started
  }
  expect(await timeOf(log.slice(0, 1))).toBeGreaterThan(1_000)
  deaf = false
  expect(await timeOf(log.slice(1, 2))).toBeLessThan(1_500)
})

test('I9 two workers at once count everything once', async () => {
  const [one, two] = [new CountsCollector(), new CountsCollector()]
  const servers = await Promise.all(Array.from({ length: 6 }, () => addReporter(app)))
  count(one.subscriber)
  count(two.subscriber)
  await Promise.all(servers.map(({ secret }) => sendAll(secret, [...log].toReversed())))
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
  await Promise.all(stops.splice(0).map((stop) => stop()))
  const both = new CountsCollector()
  both.batches = [...one.batches, ...two.batches]
  for (const { id } of servers) {
    const mine = new CountsCollector()
    mine.batches = both.batches.filter(({ serverId }) => serverId === id)
    expect(mine.sums).toEqual(countDistinctBatches(log))
  }
})

test('I9 a worker that dies in the middle has counted nothing; the next counts everything once', async () => {
  const adder = new CountsCollector()
  const { secret } = await addReporter(app)
  await sendAll(secret)
  let deaths = 0
  const dying: CountsSubscriber = async (tx, batches) => {
    if (deaths++ === 0) {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      throw new Error('not reached')
    }
    await adder.subscriber(tx, batches)
  }
  count(dying, { clock: moving })
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
  expect(deaths).toBeGreaterThan(1)
  expect(adder.sums).toEqual(countDistinctBatches(log))
})

test('I9 one poisonous stream does not hold up the others, and is tried again', async () => {
  const adder = new CountsCollector()
  const servers = await Promise.all(Array.from({ length: 4 }, () => addReporter(app)))
  for (const { secret } of servers) await sendAll(secret)
  const [poison] = servers
  let cured = false
  const picky: CountsSubscriber = async (tx, batches) => {
    await adder.subscriber(
      tx,
      batches.filter(({ serverId }) => cured || serverId !== poison?.id),
    )
    if (!cured && batches.some(({ serverId }) => serverId === poison?.id)) {
      adder.batches = adder.batches.slice(
        0,
        adder.batches.length - batches.filter((batch) => batch.serverId !== poison?.id).length,
      )
      throw new Error('cannot take this')
    }
  }
  count(picky, { clock: moving })
  await vi.waitFor(async () => expect(await waiting()).toBe(log.length), within)
  expect(logged).toContain('a run of counting failed')
  cured = true
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { ...within, timeout: 15_000 })
  for (const { id } of servers) {
    const mine = new CountsCollector()
    mine.batches = adder.batches.filter(({ serverId }) => serverId === id)
    expect(mine.sums).toEqual(countDistinctBatches(log))
  }
}, 40_000)

test('I9 a worker that cannot claim streams pauses, and goes on once it can', async () => {
  const adder = new CountsCollector()
  const { secret } = await addReporter(app)
  await sendAll(secret)
  const warnings = () => logged.split('events are not counted now; retrying').length - 1
  const before = warnings()
  await sql`alter table event_streams rename column head to head_away`.execute(context.database)
  count(adder.subscriber)
  await vi.waitFor(() => expect(warnings()).toBeGreaterThan(before), within)
  await sql`alter table event_streams rename column head_away to head`.execute(context.database)
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
  expect(logged).not.toContain('"streams":0')
})

test('I9 stop lets the running transaction finish', async () => {
  const { secret } = await addReporter(app)
  await sendAll(secret)
  const taken = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const subscriber = async () => {
    taken.resolve()
    await goOn.promise
  }
  const slow = startEventsWorker(context, { counted: [subscriber], match: [] })
  await taken.promise
  const stopped = slow.stop()
  goOn.resolve()
  await stopped
  expect(await waiting()).toBe(0)
})

test('I10 an operator changes a server at once while its batches are counted, and removes it when the run is over', async () => {
  const { id, secret } = await addReporter(app)
  await sendAll(secret)
  const taken = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  count(async () => {
    taken.resolve()
    await goOn.promise
  })
  await taken.promise
  const asked = { url: `/api/operator/servers/${id}`, headers: asOperator }
  const changed = await app.inject({ ...asked, method: 'PATCH', payload: { min_humans: 3 } })
  expect(changed.json()).toMatchObject({ min_humans: 3 })
  const removed = app.inject({ ...asked, method: 'DELETE' })
  goOn.resolve()
  expect((await removed).statusCode).toBe(204)
})

test('I9 MatchZy events are passed on once; invalid ones are stored raw', async () => {
  const events: MatchEvent[] = []
  const worker = startEventsWorker(context, {
    counted: [],
    match: [async (_tx, some) => void events.push(...some)],
  })
  stops.push(() => worker.stop())
  const { id, secret } = await addReporter(app)
  const headers = { authorization: `Bearer ${secret}` }
  const bodies = [
    '{"event":"going_live","matchid":7,"map_number":0,"map_name":"de_nuke"}',
    '{"event":"series_end","matchid":"a-b","winner":{"team":"none"}}',
    '{"event":7}',
    '[]',
    '{"event":"going',
    '\u0000',
  ]
  for (const payload of [...bodies, ...bodies]) {
    const answer = await app.inject({ method: 'POST', url: '/api/events/matchzy', payload, headers })
    expect(answer.statusCode).toBe(200)
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
  expect(events.map(({ serverId, event }) => [serverId, event])).toEqual([
    [id, { event: 'going_live', matchid: 7, map_number: 0, map_name: 'de_nuke' }],
    [id, { event: 'series_end', matchid: 'a-b', winner: { team: 'none' } }],
  ])
  const rows = await context.database.selectFrom('event_batches').select('body').execute()
  expect(rows.map(({ body }) => String(body)).toSorted()).toEqual(bodies.toSorted())
  expect(logged).toContain('unreadable match events')
})

test.each([30, 7])(
  'I9 raw batches are stored for %d days, those of a removed server are not',
  async (days) => {
    Object.assign(context.config, { rawLogDays: days })
    const eventsKeptMs = days * 24 * 3_600_000
    const [kept, removed] = [await addReporter(app), await addReporter(app)]
    const rows = async () =>
      (await context.database.selectFrom('event_batches').select('id').execute()).length
    const first = startEventsWorker(context, { counted: [], match: [] })
    await sendAll(kept.secret, log.slice(0, 4))
    await sendAll(removed.secret)
    await vi.waitFor(async () => expect(await waiting()).toBe(0), within)
    await first.stop()
    await app.inject({ method: 'DELETE', url: `/api/operator/servers/${removed.id}`, headers: asOperator })
    context.clock.advance(eventsKeptMs - 60_000)
    await sendAll(kept.secret, log.slice(4, 6))
    const second = startEventsWorker(context, { counted: [], match: [] })
    await vi.waitFor(async () => expect(await rows()).toBe(6), within)
    await second.stop()
    context.clock.advance(120_000)
    const third = startEventsWorker(context, { counted: [], match: [] })
    await vi.waitFor(async () => expect(await rows()).toBe(2), within)
    await third.stop()
    const sizes = log.slice(4, 6).map(({ body }) => body.length)
    const feeds = await app.inject({ url: '/api/operator/feeds', headers: asOperator })
    expect(feeds.json()).toMatchObject([
      { batches: 2, bytes: sizes.reduce((sum, size) => sum + size, 0), waiting: 0 },
    ])
    context.clock.advance(eventsKeptMs)
    const last = startEventsWorker(context, { counted: [], match: [] })
    const streams = async () =>
      (await context.database.selectFrom('event_streams').select('id').execute()).length
    await vi.waitFor(async () => expect([await rows(), await streams()]).toEqual([0, 0]), within)
    await last.stop()
  },
)
