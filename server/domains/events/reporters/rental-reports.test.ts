import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countIntoBoards } from '../../leaderboard/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { insertReportingRental } from '../../rentals/testing/reporting-rental-builder.ts'
import { asOperator } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import {
  type CountedBatch,
  type MatchEvent,
  type ChatLine,
  allowRentalReports,
  revokeRentalReports,
  forgetRentalReports,
  isPresent,
  findReporterBySecret,
} from '../index.ts'
import { deleteOldBatches } from '../retention/retention.service.ts'
import { ReportSources } from './report-sources.ts'
import { countWaitingBatches } from '../processing/counting.service.ts'
import { recordGameLog } from '../testing/game-log.ts'
import { type SentBatch, addReporter, createEventsApp, buildBatch, postLog } from '../testing/events-app.ts'
import { generateToken } from '../../../platform/keys/tokens.ts'

let context: TestContext
let app: App
let played: SentBatch[] = []
let rentalId = ''
let secret = ''
let counted: CountedBatch[] = []
let chatLines: ChatLine[] = []
let events: MatchEvent[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createEventsApp(context)
  played = await recordGameLog('rental', 6)
})

beforeEach(async () => {
  context.clock.advance(60_000)
  ;[counted, chatLines, events] = [[], [], []]
  rentalId = (await insertReportingRental(context)).id
  secret = generateToken()
  await allow()
})

afterAll(async () => {
  await app.close()
  await context.destroy()
})

const inTransaction = <T>(
  work: Parameters<ReturnType<TestContext['database']['transaction']>['execute']>[0],
) => context.database.transaction().execute(work) as Promise<T>
const allow = (of = rentalId, shown = secret) =>
  inTransaction((tx) => allowRentalReports(tx, context.clock.now(), of, shown))
const revoke = () => inTransaction((tx) => revokeRentalReports(tx, rentalId, context.clock.now()))
const line = Buffer.from('11/21/2026 - 14:02:07.123 - World triggered "Round_Start"\n')
const chat = Buffer.from('11/21/2026 - 14:02:08.123 - "A<1><[U:1:1]><CT>" say "!bind"\n')
const postMatch = () =>
  app.inject({
    method: 'POST',
    url: '/api/events/matchzy',
    headers: { authorization: `Bearer ${secret}` },
    payload: { event: 'series_start', matchid: 7 },
  })

async function count(): Promise<void> {
  const subscribers = {
    counted: [
      countIntoBoards(context),
      async (_: unknown, batches: readonly CountedBatch[]) => void counted.push(...batches),
    ],
    match: [async (_: unknown, some: readonly MatchEvent[]) => void events.push(...some)],
    chat: [async (_: unknown, lines: readonly ChatLine[]) => void chatLines.push(...lines)],
  }
  while (
    (await countWaitingBatches(context, subscribers, { streams: 9, batches: 99, bytes: 1e7 }, [])).length > 0
  );
}

test('I10 a rented server reports with its own secret; its batches are its rental’s and never a board’s', async () => {
  for (const sent of [...played, buildBatch('chat', 0, chat)])
    expect(await postLog(app, secret, sent)).toBe(200)
  expect((await postMatch()).statusCode).toBe(200)
  await count()
  expect(counted.length).toBeGreaterThan(3)
  for (const batch of counted) expect(batch).toMatchObject({ rentalId, serverId: null, mode: null })
  expect(counted.flatMap(({ players }) => players).some(({ counts }) => counts.kills > 0)).toBe(true)
  expect(events).toMatchObject([{ rentalId, serverId: null, event: { matchid: 7 } }])
  const stored = await context.database.selectFrom('player_servers').selectAll().execute()
  expect(stored).toEqual([])
})

test('I10 the same log of a ranked server does reach the board', async () => {
  const { id, secret: ranked } = await addReporter(app, { board: 'dm' })
  for (const sent of played) await postLog(app, ranked, sent)
  await count()
  expect(counted.every((batch) => batch.serverId === id && batch.rentalId === null)).toBe(true)
  const stored = await context.database.selectFrom('player_servers').selectAll().execute()
  expect(stored.length).toBeGreaterThan(0)
})

test('C10 chat on a rented server is not passed on: it creates no bind code', async () => {
  const { secret: other } = await addReporter(app)
  for (const sender of [secret, other]) await postLog(app, sender, buildBatch('said', 0, chat))
  await count()
  expect(chatLines).toHaveLength(1)
})

test('I10 the roster of a rental is its own', async () => {
  const enters = Buffer.from('11/21/2026 - 14:02:08.123 - "A<1><[U:1:1]><>" entered the game\n')
  await postLog(app, secret, buildBatch('roster', 0, enters))
  await count()
  const present = (of: string) => isPresent(context.database, of, '76561197960265729', context.clock.now())
  expect([await present(rentalId), await present((await insertReportingRental(context)).id)]).toEqual([
    true,
    false,
  ])
})

test('I10 a revoked rental is answered 410; allowed again it reports by the same secret, or only by a new one', async () => {
  expect(await postLog(app, secret, buildBatch('a', 0, line))).toBe(200)
  await revoke()
  await revoke()
  context.clock.advance(2_000)
  await expect.poll(() => postLog(app, secret, buildBatch('a', 60, line))).toBe(410)
  await allow()
  await allow()
  await expect.poll(() => postLog(app, secret, buildBatch('a', 60, line))).toBe(200)
  const next = generateToken()
  await allow(rentalId, next)
  await expect.poll(() => postLog(app, secret, buildBatch('a', 120, line))).toBe(410)
  expect(await postLog(app, next, buildBatch('a', 120, line))).toBe(200)
})

test('I10 a late batch of an ended rental is counted until its secret goes with its data; then it is a stranger’s', async () => {
  const ended = { expires_at: context.clock.now(), state: 'terminated' }
  await context.database.updateTable('rentals').set(ended).where('id', '=', rentalId).execute()
  for (const sent of played) expect(await postLog(app, secret, sent)).toBe(200)
  await count()
  expect(new Set(counted.map((batch) => batch.rentalId))).toEqual(new Set([rentalId]))
  await inTransaction((tx) => forgetRentalReports(tx, rentalId))
  context.clock.advance(2_000)
  await expect.poll(() => postLog(app, secret, buildBatch('late', 60, line))).toBe(401)
  await allow()
  await expect.poll(() => postLog(app, secret, buildBatch('late', 60, line))).toBe(200)
})

test('I10 more secrets than a process remembers are loaded again when they are shown', async () => {
  const sources = await ReportSources.open(context, 2)
  const others = [generateToken(), generateToken()]
  const rentals = [rentalId]
  for (const other of others) {
    const { id } = await insertReportingRental(context)
    rentals.push(id)
    await allow(id, other)
  }
  const found: (string | null)[] = []
  for (const shown of [secret, ...others, secret]) {
    context.clock.advance(1_000)
    found.push((await sources.find(shown)).rentalId)
  }
  expect(found).toEqual([...rentals, rentalId])
  await sources.close()
})

test('I10 the database lookup identifies the owner of a secret: a rental, a server, none, a revoked one', async () => {
  const server = await addReporter(app)
  const of = (shown: string) => findReporterBySecret(context.database, shown)
  expect(await of(secret)).toEqual({ rentalId, serverId: null })
  expect(await of(server.secret)).toEqual({ rentalId: null, serverId: server.id })
  for (const stranger of ['', 'x', generateToken()])
    await expect(of(stranger)).rejects.toMatchObject({ code: 'event.unknown_secret' })
  await revoke()
  await app.inject({ method: 'DELETE', url: `/api/operator/servers/${server.id}`, headers: asOperator })
  for (const revoked of [secret, server.secret])
    await expect(of(revoked)).rejects.toMatchObject({ code: 'event.revoked' })
})

test('I9 batches of a rental are stored and deleted like all others', async () => {
  const eventsKeptMs = 30 * 24 * 3_600_000
  const deleteAllOld = async () => {
    const before = new Date(context.clock.now().getTime() - eventsKeptMs)
    while ((await deleteOldBatches(context.database, before)) === 'more');
  }
  await postLog(app, secret, buildBatch('old', 0, line))
  await count()
  const streams = () =>
    context.database.selectFrom('event_streams').selectAll().where('rental_id', '=', rentalId).execute()
  await deleteAllOld()
  expect(await streams()).toHaveLength(1)
  context.clock.advance(eventsKeptMs + 1)
  await deleteAllOld()
  expect(await streams()).toEqual([])
})
