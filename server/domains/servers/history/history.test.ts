import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ServerHistory } from '@clutch/contract/api/servers/servers.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { HistoryCounter, readHistory, rollUpHistory } from './history.service.ts'
import { createServersApp, registerTestServer } from '../testing/servers-app.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let context: TestContext
let app: App
let id: string

beforeAll(async () => {
  context = await createTestContext()
  app = await createServersApp(context)
})

beforeEach(async () => {
  await context.database.deleteFrom('servers').execute()
  await context.database.deleteFrom('player_counts').execute()
  context.clock.set('2026-11-21T12:00:00Z')
  id = await registerTestServer(app, {})
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** Counts these players now. */
async function count(...players: number[]): Promise<void> {
  const counter = new HistoryCounter()
  for (const each of players) counter.add(id, each, context.clock.now())
  await counter.write(context.database)
}

const read = (range: ServerHistory['range']) => readHistory(context.database, id, range, context.clock.now())
const start = Date.parse('2026-11-21T12:00:00Z')

test('D16 the last day by the minute: mean and peak; silence leaves a gap', async () => {
  await count(3, 4)
  context.clock.advance(5 * minute)
  await count(10)
  expect(await read('24h')).toEqual({
    range: '24h',
    points: [
      { at: start, players: 4, peak: 4 },
      { at: start + 5 * minute, players: 10, peak: 10 },
    ],
  })
})

test('D16 two pollers in one minute add up; only minutes that are over are written while polling', async () => {
  await count(2)
  await count(4, 6)
  const other = await registerTestServer(app, { port: 27_099 })
  const second = new HistoryCounter()
  second.add(other, 3, context.clock.now())
  await second.write(context.database)
  expect((await read('24h')).points).toEqual([{ at: start, players: 4, peak: 6 }])
  // All servers together: the averages of this minute, whichever poller wrote them.
  expect(await context.database.selectFrom('player_counts').selectAll().execute()).toEqual([
    { at: new Date(start), players: 7 },
  ])
  const counter = new HistoryCounter()
  context.clock.advance(minute)
  counter.add(id, 8, context.clock.now())
  await counter.write(context.database, context.clock.now())
  expect((await read('24h')).points).toHaveLength(1)
  context.clock.advance(minute)
  await counter.write(context.database, context.clock.now())
  expect((await read('24h')).points).toHaveLength(2)
})

test('D16 the last week by the hour, the running hour too; rolled up any number of times', async () => {
  await count(2)
  context.clock.advance(30 * minute)
  await count(4)
  context.clock.advance(hour)
  await count(9)
  for (let round = 0; round < 3; round++) await rollUpHistory(context.database, context.clock.now())
  expect((await read('7d')).points).toEqual([
    { at: start, players: 3, peak: 4 },
    { at: start + hour, players: 9, peak: 9 },
  ])
})

test('minutes are stored for a day, hours for a year; an hour is not lost with its minutes', async () => {
  await count(7)
  context.clock.advance(hour)
  await rollUpHistory(context.database, context.clock.now())
  context.clock.advance(25 * hour)
  await rollUpHistory(context.database, context.clock.now())
  expect((await read('24h')).points).toEqual([])
  expect(await context.database.selectFrom('server_history_minutes').selectAll().execute()).toEqual([])
  expect((await read('7d')).points).toEqual([{ at: start, players: 7, peak: 7 }])
  context.clock.advance(367 * day)
  await rollUpHistory(context.database, context.clock.now())
  expect(await context.database.selectFrom('server_history_hours').selectAll().execute()).toEqual([])
  expect(await context.database.selectFrom('player_counts').selectAll().execute()).toEqual([])
})

test('D16 after a pause of more than a day the last unfinished hour is there', async () => {
  await count(6)
  context.clock.advance(26 * hour)
  await rollUpHistory(context.database, context.clock.now())
  expect((await read('7d')).points).toEqual([{ at: start, players: 6, peak: 6 }])
})

test('D16 minutes that come after their hour was made and its minutes forgotten do not replace it', async () => {
  await count(6, 8)
  const late = context.clock.now()
  context.clock.advance(26 * hour)
  await rollUpHistory(context.database, context.clock.now())
  const counter = new HistoryCounter()
  counter.add(id, 1, late)
  await counter.write(context.database)
  await rollUpHistory(context.database, context.clock.now())
  expect((await read('7d')).points).toEqual([{ at: start, players: 7, peak: 8 }])
})

test('D16 after a missed day each statement makes one hour, and of hours before the last two only what is missing', async () => {
  await sql`create table roll_ups (hours text[])`.execute(context.database)
  await sql`create function record_roll_up() returns trigger language plpgsql as $$ begin
    insert into roll_ups select array_agg(distinct to_char(at, 'DD HH24') order by to_char(at, 'DD HH24')) from made;
    return null;
  end $$`.execute(context.database)
  await sql`create trigger record_roll_up after insert on server_history_hours referencing new table as made
    for each statement execute function record_roll_up()`.execute(context.database)
  for (let hours = 0; hours < 4; hours++) {
    await count(hours)
    context.clock.advance(hour)
  }
  const rollUp = async () => {
    await rollUpHistory(context.database, context.clock.now())
    const { rows } = await sql<{ hours: string[] | null }>`delete from roll_ups returning hours`.execute(
      context.database,
    )
    return rows.map(({ hours }) => hours?.join(', ') ?? '')
  }
  expect(await rollUp()).toEqual(['21 12', '21 13', '21 14', '21 15'])
  await context.database
    .deleteFrom('server_history_hours')
    .where('at', '=', new Date(start + hour))
    .execute()
  expect(await rollUp()).toEqual(['', '21 13', '', ''])
  expect((await read('7d')).points.map(({ players }) => players)).toEqual([0, 1, 2, 3])
  await sql`drop trigger record_roll_up on server_history_hours`.execute(context.database)
})

test('D16 the history is answered, and goes with its server', async () => {
  await count(5)
  await vi.waitFor(async () => {
    const answer = await app.inject({ url: `/api/servers/${id}/history?range=7d` })
    expect(answer.json()).toEqual({ range: '7d', points: [{ at: start, players: 5, peak: 5 }] })
  })
  await context.database.deleteFrom('servers').execute()
  await count(5)
  expect((await read('24h')).points).toEqual([])
})
