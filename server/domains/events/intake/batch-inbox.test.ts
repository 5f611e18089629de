import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import type { App } from '../../../platform/http/app.ts'
import { type NewBatch, batchesChannel } from './batches.store.ts'
import { BatchInbox } from './batch-inbox.ts'
import { addReporter, createEventsApp } from '../testing/events-app.ts'

let context: TestContext
let app: App
let serverId = ''

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  serverId = (await addReporter(app)).id
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

function batch(begins: number, over: Partial<NewBatch> = {}): NewBatch {
  const body = Buffer.from(`batch ${begins}`)
  const source = { serverId, rentalId: null, board: null, freeForAll: false, minHumans: 2 }
  const place = { token: 'run', at: 0, key: `${begins}`, begins, ends: begins + body.length }
  return { source, kind: 'log', body, receivedAt: context.clock.now(), ...place, ...over }
}

const rows = async (token: string) => {
  const answer = await sql<{ key: string; tx: string }>`
    select b.key, b.xmin as tx from event_batches b join event_streams s on s.id = b.stream_id
      where s.token = ${token} order by b.id`.execute(context.database)
  return answer.rows
}

test('I9 batches that come while one is written are written together, each once', async () => {
  const inbox = new BatchInbox(context.database)
  let woken = 0
  const deaf = await context.database.listen(batchesChannel, () => (woken += 1))
  const batches = Array.from({ length: 600 }, (_, index) => batch(index % 300))
  await Promise.all(batches.map((one) => inbox.put(one)))
  const stored = await rows('run')
  expect(new Set(stored.map(({ key }) => key)).size).toBe(300)
  expect(stored).toHaveLength(300)
  expect(new Set(stored.map(({ tx }) => tx)).size).toBeLessThanOrEqual(4)
  await vi.waitFor(() => expect(woken).toBeGreaterThan(0))
  deaf()
})

test('I9 a batch the database refuses does not fail its neighbours', async () => {
  const inbox = new BatchInbox(context.database)
  const bad = [batch(2, { token: 'a\u0000b' }), batch(3, { token: 'odd', begins: 0.5 })]
  const settled = await Promise.allSettled(
    [batch(0, { token: 'odd' }), ...bad, batch(1, { token: 'odd' })].map((one) => inbox.put(one)),
  )
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect((await rows('odd')).map(({ key }) => key)).toEqual(['0', '1'])
})

test('I10 a batch of a deleted server is answered to stop, while others are stored', async () => {
  const inbox = new BatchInbox(context.database)
  const gone = {
    serverId: '0195ffff-ffff-7fff-bfff-ffffffffffff',
    rentalId: null,
    board: null,
    freeForAll: false,
    minHumans: 2,
  }
  const settled = await Promise.allSettled([
    inbox.put(batch(0, { token: 'gone' })),
    inbox.put(batch(1, { token: 'gone', source: gone })),
    inbox.put(batch(2, { token: 'gone' })),
  ])
  expect(settled).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'event.revoked' } },
    { status: 'fulfilled' },
  ])
  expect(await rows('gone')).toHaveLength(2)
})

test('I9 two processes that begin the same streams at once lose nothing', async () => {
  const inboxes = [new BatchInbox(context.database), new BatchInbox(context.database)]
  const tokens = Array.from({ length: 40 }, (_, index) => `both${index}`)
  await Promise.all(
    inboxes.flatMap((inbox, index) => tokens.map((token) => inbox.put(batch(index, { token })))),
  )
  const answer = await sql<{ count: number }>`
    select count(*)::integer as count from event_batches b join event_streams s on s.id = b.stream_id
      where s.token like 'both%'`.execute(context.database)
  expect(answer.rows).toEqual([{ count: 80 }])
})

test('I9 waiting batches in memory are limited: beyond that a server must retry', async () => {
  const inbox = new BatchInbox(context.database, 10_000)
  const body = Buffer.alloc(1_000, 'a')
  const puts = Array.from({ length: 10 }, (_, index) => inbox.put(batch(index, { token: 'big', body })))
  await expect(async () => inbox.put(batch(99, { token: 'big', body }))).rejects.toMatchObject({
    code: 'portal.unavailable',
  })
  await Promise.all(puts)
  await inbox.put(batch(99, { token: 'big', body }))
  expect(await rows('big')).toHaveLength(11)
})

test('I9 bodies of any size and bytes are stored as they came, also many at once', async () => {
  const inbox = new BatchInbox(context.database)
  const sizes = [1, 65_536, 0, 300, 1_048_576, 2]
  const bodies = sizes.map((size, index) => Buffer.alloc(size, Buffer.from([index, 0, 255 - index, 92, 39])))
  await Promise.all(bodies.map((body, begins) => inbox.put(batch(begins, { token: 'sizes', body }))))
  const stored = await context.database
    .selectFrom('event_batches as b')
    .innerJoin('event_streams as s', 's.id', 'b.stream_id')
    .select('b.body')
    .where('s.token', '=', 'sizes')
    .orderBy('b.begins')
    .execute()
  expect(stored.map((row) => row.body.equals(bodies[stored.indexOf(row)] ?? Buffer.alloc(0)))).toEqual(
    bodies.map(() => true),
  )
})
