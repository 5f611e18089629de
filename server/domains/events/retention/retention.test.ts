import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventBatches } from '../../../platform/database/partitions/partitioned-tables.ts'
import { createPartitionsAhead } from '../../../platform/database/partitions/partitions.service.ts'
import { selectPartitions } from '../../../platform/database/partitions/partitions.store.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import {
  type TestReporter,
  addReporter,
  buildBatch,
  createEventsApp,
  postLog,
} from '../testing/events-app.ts'
import { countWaitingBatches } from '../processing/counting.service.ts'
import { deleteOldBatches } from './retention.service.ts'
import { detachPartition } from './retention.store.ts'

const dayMs = 24 * 3_600_000
const keptMs = 30 * dayMs
let context: TestContext
let app: App
let server: TestReporter
beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
})
afterEach(async () => {
  await context.database.deleteFrom('servers').execute()
  await context.database.deleteFrom('event_streams').execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** A portal at a time, with the partitions of its weeks and a server. */
async function startAt(time: string): Promise<void> {
  context.clock.set(time)
  await createPartitionsAhead(context.database, [eventBatches], context.clock.now())
  server = await addReporter(app)
}

const lineLength = 60
/** Sends a line of the server's log with a time of its clock; `place` is its position, in lines. */
async function send(place: number, time = context.clock.now()): Promise<void> {
  const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+)T([\d:.]+)Z$/.exec(time.toISOString()) ?? []
  const line =
    `${month}/${day}/${year} - ${clock} - "A<1><[U:1:1]><CT>" say "`.padEnd(lineLength - 2, 'x') + '"\n'
  expect(await postLog(app, server.secret, buildBatch('run', place * lineLength, Buffer.from(line)))).toBe(
    200,
  )
}

async function count(): Promise<void> {
  const amount = { streams: 100, batches: 500, bytes: 8 * 1024 * 1024 }
  while ((await countWaitingBatches(context, { counted: [], match: [] }, amount, [])).length > 0);
}

const clean = () => deleteOldBatches(context.database, new Date(context.clock.now().getTime() - keptMs))
const places = async () => {
  const { rows } = await sql<{ place: number }>`
    select (begins / ${sql.lit(lineLength)})::integer as place from event_batches order by 1`.execute(
    context.database,
  )
  return rows.map(({ place }) => place)
}
const partitions = async () =>
  (await selectPartitions(context.database, eventBatches)).ranges.map(({ name }) =>
    name.slice('event_batches_'.length),
  )
async function sums() {
  const { rows } = await sql`
    select batches::integer, (bytes / ${sql.lit(lineLength)})::integer as lines, gaps::integer,
      (missing / ${sql.lit(lineLength)})::integer as missing from event_streams`.execute(context.database)
  return rows
}

test('I9 a partition is dropped once its batches are past their retention, and the sums of their streams shrink by it', async () => {
  await startAt('2026-03-04T12:00:00Z')
  await send(0)
  await send(3)
  context.clock.advance(7 * dayMs)
  await send(5)
  await count()
  expect(await sums()).toEqual([{ batches: 3, lines: 3, gaps: 2, missing: 3 }])
  context.clock.set(new Date(Date.parse('2026-03-09T00:00:00Z') + keptMs - 1))
  expect(await clean()).toBe('done')
  expect(await places()).toEqual([0, 3, 5])
  context.clock.advance(1)
  expect(await clean()).toBe('done')
  expect(await places()).toEqual([5])
  expect(await partitions()).not.toContain('20260302')
  expect(await sums()).toEqual([{ batches: 1, lines: 1, gaps: 1, missing: 1 }])
})

test('I9 a batch that is sent again in the next week is stored and counted once', async () => {
  await startAt('2026-03-08T23:59:59Z')
  const time = context.clock.now()
  await send(0, time)
  await count()
  context.clock.advance(2_000)
  await send(0, time)
  await send(1)
  await count()
  expect(await places()).toEqual([0, 1])
  expect(await sums()).toEqual([{ batches: 2, lines: 2, gaps: 0, missing: 0 }])
})

test('I9 a partition with a batch that came late or is not counted stays, and its other batches are deleted', async () => {
  await startAt('2026-03-04T12:00:00Z')
  const time = context.clock.now()
  await send(0, time)
  await count()
  context.clock.advance(20 * dayMs)
  await send(1, time)
  await count()
  context.clock.advance(20 * dayMs)
  while ((await clean()) === 'more');
  expect(await places()).toEqual([1])
  expect(await partitions()).toContain('20260302')
  await sql`update event_batches set counted_at = null`.execute(context.database)
  context.clock.advance(keptMs)
  expect(await clean()).toBe('done')
  expect(await places()).toEqual([1])
  await count()
  expect(await clean()).toBe('done')
  expect(await places()).toEqual([])
  expect(await partitions()).not.toContain('20260302')
})

test('I9 batches of a wrong clock, without a time, and of a portal that was off are stored and deleted by their arrival', async () => {
  await startAt('2026-03-04T12:00:00Z')
  await send(0, new Date('2031-01-01T00:00:00Z'))
  await send(1, new Date('2001-01-01T00:00:00Z'))
  context.clock.set('2026-09-01T12:00:00Z')
  await send(2)
  await count()
  expect(await places()).toEqual([0, 1, 2])
  while ((await clean()) === 'more');
  expect(await places()).toEqual([2])
  context.clock.advance(keptMs + 1)
  while ((await clean()) === 'more');
  expect(await places()).toEqual([])
})

test('I9 two workers at once, and one after a killed worker, subtract the sums of a partition once', async () => {
  await startAt('2026-03-04T12:00:00Z')
  await send(0)
  context.clock.advance(7 * dayMs)
  await send(1)
  await count()
  context.clock.advance(keptMs)
  await Promise.all([clean(), clean(), clean()])
  while ((await clean()) !== 'done');
  expect([await places(), await sums()]).toEqual([[1], [{ batches: 1, lines: 1, gaps: 0, missing: 0 }]])
  context.clock.advance(7 * dayMs)
  const { ranges } = await selectPartitions(context.database, eventBatches)
  const last = ranges.find(({ name }) => name.endsWith('20260309'))
  if (!last) throw new Error('no partition')
  await context.database.transaction().execute((tx) => detachPartition(tx, last))
  expect(await clean()).toBe('done')
  expect(await places()).toEqual([])
})

test('I9 while a transaction reads the batches none of their partitions is dropped, and new ones are stored', async () => {
  await startAt('2026-03-04T12:00:00Z')
  await send(0)
  await count()
  context.clock.advance(keptMs + 7 * dayMs)
  await context.database.transaction().execute(async (reader) => {
    await sql`select from event_batches`.execute(reader)
    expect(await clean()).toBe('busy')
    await send(1)
  })
  expect(await clean()).toBe('done')
  expect(await places()).toEqual([1])
})
