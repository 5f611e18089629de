import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { listServersWithGaps } from '../feeds/feeds.service.ts'
import { countWaitingBatches } from './counting.service.ts'
import type { RunLimits } from './streams.store.ts'
import { recordGameLog } from '../testing/game-log.ts'
import {
  type TestReporter,
  type SentBatch,
  addReporter,
  createEventsApp,
  buildBatch,
  postLog,
} from '../testing/events-app.ts'
import { CountsCollector, countDistinctBatches } from '../testing/count-sums.ts'

let context: TestContext
let app: App
let server: TestReporter
let log: SentBatch[] = []
let runs = 0

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  server = await addReporter(app)
  log = await recordGameLog('order', 24, 40_000, { mode: 'retakes', bots: 2, mapMinutes: 6 })
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const amount: RunLimits = { streams: 100, batches: 500, bytes: 8 * 1024 * 1024 }
const small: RunLimits = { streams: 1, batches: 2, bytes: 20_000 }

async function countAll(adder: CountsCollector, how = amount): Promise<void> {
  const subscribers = { counted: [adder.subscriber], match: [] }
  while ((await countWaitingBatches(context, subscribers, how, [])).length > 0);
}

/** Returns the same batches as another run of the server, or without a token that identifies the run. */
function withToken(sent: readonly SentBatch[], token: string): SentBatch[] {
  return sent.map(({ headers, body }) => {
    if (token === '') return { body, headers: {} }
    return { body, headers: { ...headers, 'x-server-instance-token': token } }
  })
}

async function sendAndCount(
  arrivals: readonly SentBatch[],
  countAfter: readonly number[],
  how: RunLimits,
): Promise<CountsCollector> {
  const adder = new CountsCollector()
  for (const [index, sent] of arrivals.entries()) {
    context.clock.advance(1_000)
    expect(await postLog(app, server.secret, sent)).toBe(200)
    if (countAfter.includes(index)) await countAll(adder, how)
  }
  await countAll(adder, how)
  return adder
}

test('I9 a log in its order is counted as it is folded', async () => {
  expect(log.length).toBeGreaterThan(20)
  expect(log.filter(isMapStart).length).toBeGreaterThan(1)
  const { sums } = await sendAndCount(log, [3, 7, 8], amount)
  expect(sums).toEqual(countDistinctBatches(log))
  expect(Object.keys(sums).length).toBeGreaterThan(5)
  expect(Object.values(sums).reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(20)
})

/** The server restarts its offsets there. */
const isMapStart = ({ headers }: SentBatch) => headers['x-logbytes-beginoffset'] === '0'

const places = Array.from({ length: 24 }, (_, index) => index)

test('I9 any order, repetition and loss of batches gives the totals of the distinct ones', async () => {
  const scenario = fc.record({
    kept: fc.subarray(places, { minLength: 1 }),
    repeats: fc.subarray(places),
    order: fc.infiniteStream(fc.nat()),
    countAfter: fc.subarray(Array.from({ length: 48 }, (_, index) => index)),
    how: fc.constantFrom(amount, small),
    nameless: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ kept, repeats, order, countAfter, how, nameless }) => {
      runs += 1
      if (nameless) server = await addReporter(app)
      const run = withToken(log, nameless ? '' : `run${runs}`)
      const taken = [...kept, ...repeats.filter((index) => kept.includes(index))]
      const shuffled = taken
        .map((index) => ({ place: index, rank: Number(order.next().value) }))
        .toSorted((one, other) => one.rank - other.rank)
      const arrivals = shuffled.flatMap(({ place: index }) => run[index] ?? [])
      const { sums } = await sendAndCount(arrivals, countAfter, how)
      expect(sums).toEqual(countDistinctBatches(arrivals))
    }),
    { numRuns: propertyRuns(1_000) },
  )
}, 300_000)

test('I9 overlapping batches count their shared part once', async () => {
  const second = log.findIndex((sent, index) => index > 0 && isMapStart(sent))
  const whole = Buffer.concat(log.slice(0, second).map(({ body }) => body))
  const lineEnd = (from: number) => whole.indexOf('\n', from) + 1
  const cut = [0, 0.2, 0.35, 0.5, 0.7, 0.9].map((share) => lineEnd(Math.floor(share * whole.length)))
  const piece = (from: number, to: number) => buildBatch('overlap', from, whole.subarray(from, to))
  const [, a = 0, b = 0, c = 0, d = 0] = cut
  const arrivals = [piece(b, d), piece(0, b), piece(a, c), piece(c, whole.length), piece(0, a), piece(b, d)]
  const { sums } = await sendAndCount(arrivals, [0, 2, 3], amount)
  expect(sums).toEqual(countDistinctBatches([buildBatch('overlap', 0, whole)]))
})

test('I9 missing bytes are reported until they arrive', async () => {
  const reporter = await addReporter(app, { name: 'Gaps' })
  const feed = async () => {
    const answer = await app.inject({ url: '/api/operator/feeds', headers: asOperator })
    return answer.json<{ server: string }[]>().find((one) => one.server === reporter.id)
  }
  expect(await feed()).toEqual({
    server: reporter.id,
    name: 'Gaps',
    reports: true,
    last: null,
    batches: 0,
    bytes: 0,
    waiting: 0,
    gaps: 0,
    missing: 0,
    match: null,
  })
  const [first, second, third] = log.slice(log.findLastIndex(isMapStart))
  if (!first || !second || !third) throw new Error('no log')
  const sizes = [first, second, third].map(({ body }) => body.length)
  const [one = 0, two = 0, three = 0] = sizes
  for (const sent of [first, third]) await postLog(app, reporter.secret, sent)
  const last = context.clock.now().getTime()
  expect(await feed()).toMatchObject({ last, batches: 2, bytes: one + three, waiting: 2, gaps: 0 })
  await countAll(new CountsCollector())
  expect(await feed()).toMatchObject({
    last,
    batches: 2,
    bytes: one + three,
    waiting: 0,
    gaps: 1,
    missing: two,
  })
  await postLog(app, reporter.secret, second)
  await countAll(new CountsCollector())
  expect(await feed()).toMatchObject({
    batches: 3,
    bytes: one + two + three,
    waiting: 0,
    gaps: 0,
    missing: 0,
  })
})

test('I9 a log attached in the middle of a match is no gap, and the feed shows that it waits', async () => {
  const reporter = await addReporter(app, { name: 'Attached' })
  const line = '11/21/2026 - 14:02:07.123 - "A<1><[U:1:1]><CT>" say "hello"\n'
  const won = '11/21/2026 - 14:02:08.123 - Team "CT" triggered "SFUI_Notice_CTs_Win" (CT "5") (T "3")\n'
  const feed = async () => {
    const answer = await app.inject({ url: '/api/operator/feeds', headers: asOperator })
    return answer.json<{ server: string }[]>().find((one) => one.server === reporter.id)
  }
  await postLog(app, reporter.secret, buildBatch('mid', 124_454, Buffer.from(line)))
  await countAll(new CountsCollector())
  expect(await feed()).toMatchObject({ gaps: 0, missing: 0, match: 'unknown' })
  await postLog(app, reporter.secret, buildBatch('mid', 124_454 + line.length, Buffer.from(won)))
  await countAll(new CountsCollector())
  expect(await feed()).toMatchObject({ gaps: 0, missing: 0, match: 'on' })
})

test('I9 J an operator acknowledges a gap: it counts no longer, until another one comes', async () => {
  const reporter = await addReporter(app, { name: 'Acknowledged' })
  const line = Buffer.from('11/21/2026 - 14:02:07.123 - "A<1><[U:1:1]><CT>" say "hello"\n')
  const at = (index: number) => buildBatch('known', index * line.length, line)
  const post = async (...places: number[]) => {
    for (const index of places) expect(await postLog(app, reporter.secret, at(index))).toBe(200)
    await countAll(new CountsCollector())
  }
  const ask = async (method: 'GET' | 'POST', url: string) =>
    (await app.inject({ method, url: `/api/operator/${url}`, headers: asOperator })).json<unknown>()
  const open = async () => {
    const feeds = (await ask('GET', 'feeds')) as { server: string; gaps: number; missing: number }[]
    const { gaps, missing } = feeds.find(({ server: id }) => id === reporter.id) ?? { gaps: -1, missing: -1 }
    const attention = await listServersWithGaps(context.database, context.clock.now())
    expect(attention.some(({ id }) => id === reporter.id)).toBe(gaps > 0)
    return [gaps, missing / line.length]
  }
  const acknowledge = `servers/${reporter.id}/acknowledge-gaps`
  await post(0, 3)
  expect(await open()).toEqual([1, 2])
  expect(await ask('POST', acknowledge)).toEqual({ gaps: 1, missing: 2 * line.length })
  expect(await open()).toEqual([0, 0])
  expect(await ask('POST', acknowledge)).toEqual({ gaps: 0, missing: 0 })
  // Counted again since a part of it came late, the rest of the gap stays acknowledged.
  await post(1)
  expect(await open()).toEqual([0, 0])
  await post(7)
  expect(await open()).toEqual([1, 3])
  await post(2, 4, 5, 6)
  expect(await open()).toEqual([0, 0])
  const before = { method: 'POST' as const, headers: asOperator }
  const unknown = await app.inject({
    ...before,
    url: `/api/operator/servers/${randomUUIDv7()}/acknowledge-gaps`,
  })
  expect(unknown.statusCode).toBe(404)
})
