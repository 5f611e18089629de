import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NotificationEvent } from '@clutch/contract/rules/notifications/event-kinds.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { waitForBlockedQueries } from '../../../testing/blocked-queries.ts'
import { type NotificationsFixture, openNotifications, serverDown } from '../testing/notifications-fixture.ts'
import { type Condition, type ConditionSource, watchConditions } from './watch-conditions.ts'

const minute = 60_000
let fixture: NotificationsFixture
beforeAll(async () => {
  fixture = await openNotifications()
})
beforeEach(async () => {
  await fixture.clear()
  await fixture.context.database.deleteFrom('notification_conditions').execute()
  await fixture.addRule((await fixture.addChannel(fixture.target('webhook'))).id)
})
afterAll(() => fixture.close())

const events = async () =>
  (
    await fixture.context.database
      .selectFrom('notification_events')
      .select(['kind', 'subject'])
      .orderBy('seq')
      .execute()
  ).map(({ kind, subject }) => `${kind} ${subject}`)
const back: NotificationEvent = {
  kind: 'server.back',
  subject: 'server-1',
  fields: { server: 'x', address: 'y', minutes: 1 },
}

function aSource(over: Partial<ConditionSource> = {}): ConditionSource & { now: Condition[] } {
  const now: Condition[] = []
  return { kind: 'server.down', graceMs: minute, now, read: () => Promise.resolve(now), ...over }
}

test('a state is reported once its grace is over, once with several processes, and its end only if it was', async () => {
  const { context } = fixture
  const source = aSource({ over: () => Promise.resolve(back) })
  source.now.push({ subject: 'server-1', event: () => serverDown(1) })
  await watchConditions(context, [source])
  context.clock.advance(minute - 1)
  await watchConditions(context, [source])
  expect(await events()).toEqual([])
  // It ended within its grace: one lost poll is no alarm.
  const [condition] = source.now.splice(0)
  await watchConditions(context, [source])
  expect(await events()).toEqual([])
  if (condition) source.now.push(condition)
  await watchConditions(context, [source])
  context.clock.advance(minute)
  await Promise.all([watchConditions(context, [source]), watchConditions(context, [source])])
  await watchConditions(context, [source])
  expect(await events()).toEqual(['server.down server-1'])
  source.now.length = 0
  await Promise.all([watchConditions(context, [source]), watchConditions(context, [source])])
  expect(await events()).toEqual(['server.down server-1', 'server.back server-1'])
})

test('a process that read a state before another one saw its end does not report it again', async () => {
  const { context } = fixture
  const source = aSource({ graceMs: 0, over: () => Promise.resolve(back) })
  const down: Condition = { subject: 'server-1', event: () => serverDown(1) }
  source.now.push(down)
  await watchConditions(context, [source])
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...source,
    read: async () => {
      started.resolve()
      await released.promise
      return [down]
    },
  }
  const slowPass = watchConditions(context, [slow])
  await started.promise
  source.now.length = 0
  const pass = watchConditions(context, [source])
  await Promise.race([pass, waitForBlockedQueries(context, 1)])
  released.resolve()
  await Promise.all([slowPass, pass])
  expect(await events()).toEqual(['server.down server-1', 'server.back server-1'])
})

test('a state that began before it was seen is reported by its own time', async () => {
  const source = aSource()
  const since = new Date(fixture.context.clock.now().getTime() - minute)
  source.now.push({ subject: 'server-1', since, event: () => serverDown(1) })
  await watchConditions(fixture.context, [source])
  expect(await events()).toEqual(['server.down server-1'])
})

test('a count is reported again when it rises, not when it falls', async () => {
  const source = aSource({ kind: 'job.failed', graceMs: 0, again: 'rises' })
  const failed = (count: number): Condition => ({
    subject: 'mail',
    value: String(count),
    event: () => ({
      kind: 'job.failed',
      subject: `mail ${count}`,
      fields: { queue: 'mail', count, problem: '' },
    }),
  })
  for (const count of [1, 1, 3, 2, 3]) {
    source.now.splice(0, 1, failed(count))
    await watchConditions(fixture.context, [source])
  }
  expect(await events()).toEqual(['job.failed mail 1', 'job.failed mail 3', 'job.failed mail 3'])
})

test('a value is reported when it changes, with the one of before, and not at first sight', async () => {
  const source = aSource({ kind: 'record.broken', graceMs: 0, again: 'changes' })
  const leader = (player: string): Condition => ({
    subject: 'dm',
    value: player,
    label: player,
    event: (former) => ({
      kind: 'record.broken',
      subject: `${player} after ${former}`,
      fields: { board: { zh: '死斗', en: 'dm' }, player, score: 1, former: former ?? '' },
    }),
  })
  for (const player of ['Ann', 'Ann', 'Bob', 'Ann']) {
    source.now.splice(0, 1, leader(player))
    await watchConditions(fixture.context, [source])
  }
  expect(await events()).toEqual(['record.broken Bob after Ann', 'record.broken Ann after Bob'])
})

test('a source that fails does not keep the others from being watched', async () => {
  const failing = aSource({ read: () => Promise.reject(new Error('no answer')) })
  const source = aSource({ graceMs: 0 })
  source.now.push({ subject: 'server-1', event: () => serverDown(1) })
  await watchConditions(fixture.context, [failing, source])
  expect(await events()).toEqual(['server.down server-1'])
})

test('a state is read, and its end, on the connection that holds the lock', async () => {
  const { context } = fixture
  const ofLock = async (queries: Queries) => {
    const { rows } = await sql<{ held: boolean }>`select exists (select from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()) as held`.execute(queries)
    return rows[0]?.held
  }
  const seen: unknown[] = []
  const source = aSource({
    graceMs: 0,
    read: async (queries) => {
      seen.push(await ofLock(queries))
      return source.now
    },
    over: async (queries) => {
      seen.push(await ofLock(queries))
      return null
    },
  })
  source.now.push({ subject: 'server-1', event: () => serverDown(1) })
  await watchConditions(context, [source])
  source.now.length = 0
  await watchConditions(context, [source])
  expect(seen).toEqual([true, true, true])
})
