import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCommandLine } from '../../../cli/operator/testing/command-line.ts'
import { createTestApp } from '../../../testing/http.ts'
import { waitForBlockedQueries } from '../../../testing/blocked-queries.ts'
import { completeCountedSums, readCountedSums } from '../../events/index.ts'
import { lockBoards } from '../boards/board-lock.ts'
import { registerLeaderboard } from '../index.ts'
import { BoardFixture, playerId } from '../testing/board-fixture.ts'

interface Season {
  id: string
  state: string
  starts: number
  ends: number | null
  revision: number
}

const hour = 3_600_000
let boards: BoardFixture
beforeEach(async () => {
  boards = await BoardFixture.open()
})
afterEach(() => boards.close())

const now = () => boards.context.clock.now().getTime()
const after = (hours: number) => boards.context.clock.advance(hours * hour)
const open = (en: string, times: object = {}) =>
  boards.operate<Season & { code?: string }>('POST', 'seasons', { name: { en }, ...times })
const change = (id: string, times: object) =>
  boards.operate<Season & { code?: string }>('PATCH', `seasons/${id}`, times)
const act = (id: string, what: 'close' | 'reopen', query = '') =>
  boards.operate<Season & { code?: string }>('POST', `seasons/${id}/${what}${query}`)
const states = async () =>
  (await boards.operate<Season[]>('GET', 'seasons')).body.map(({ state, ends }) => [state, ends])
const kills = async (season: string) =>
  Object.fromEntries(
    (await boards.page('dm', `season=${season}`)).data.map((row) => [row.nickname, row.kills]),
  )
const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** The kills of the rows between seasons. */
async function betweenKills(): Promise<number[]> {
  const rows = await boards.context.database
    .selectFrom('board_rows')
    .innerJoin('boards', 'boards.id', 'board_rows.board_id')
    .where('boards.span', '=', 'between')
    .select('kills')
    .orderBy('steam_id')
    .execute()
  return rows.map(({ kills: count }) => count)
}

/** Counts kills, and keeps the batch as the events domain does. */
async function report(kill: Readonly<Record<number, number>>): Promise<void> {
  const players = Object.fromEntries(Object.entries(kill).map(([n, count]) => [n, { kills: count }]))
  const batch = boards.batch(players)
  await boards.countAll([batch])
  const { database } = boards.context
  const stream = await database
    .insertInto('event_streams')
    .values({ kind: 'log', token: 't', head: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('event_batches')
    .values({
      stream_id: stream.id,
      at: 0,
      begins: 0,
      ends: 0,
      key: 'k',
      body: Buffer.from(''),
      received_at: batch.receivedAt,
      board: 'dm',
      free_for_all: true,
      min_humans: 2,
      counted_at: batch.receivedAt,
      counted: JSON.stringify({ players: batch.players, anomalies: [] }),
    })
    .execute()
}

test('I6 a scheduled season starts and ends by the clock alone, the same in every process', async () => {
  const { body } = await open('Cup', { starts: now() + hour, ends: now() + 3 * hour })
  expect(body).toMatchObject({ state: 'scheduled', ends: now() + 3 * hour })
  const other = await createTestApp(boards.context)
  registerLeaderboard(boards.context, other)
  const listed = async () => {
    const both = [boards.app, other].map((app) => app.inject({ url: '/api/leaderboard/seasons?language=en' }))
    const [one, two] = (await Promise.all(both)).map((answer) => answer.json<{ name: string }[]>())
    expect(one).toEqual(two)
    return one?.map(({ name }) => name)
  }
  await boards.count({ 1: { kills: 1 } })
  expect([await listed(), await kills(body.id)]).toEqual([[], {}])
  after(1)
  await boards.count({ 1: { kills: 10 } })
  expect([await listed(), await states()]).toEqual([['Cup'], [['open', body.ends]]])
  after(2)
  await boards.count({ 1: { kills: 100 } })
  expect([await listed(), await states()]).toEqual([['Cup'], [['closed', body.ends]]])
  expect(await kills(body.id)).toEqual({ p1: 10 })
  expect(await kills('all')).toEqual({ p1: 111 })
  await other.close()
})

test('I6 seasons never overlap, and no time is set in the past', async () => {
  const { body: first } = await open('One')
  expect(refused(await open('Two'))).toEqual([409, 'season.already_open'])
  const beforeEnd = await open('Two', { starts: now() + hour })
  expect(refused(beforeEnd)).toEqual([409, 'season.overlaps'])
  expect(beforeEnd.body).toMatchObject({
    error: expect.stringContaining(`season change ${first.id} --until`),
  })
  expect((await change(first.id, { ends: now() + hour })).body.ends).toBe(now() + hour)
  const { body: second } = await open('Two', { starts: now() + hour })
  expect(refused(await open('Three', { starts: now() + 2 * hour }))).toEqual([409, 'season.overlaps'])
  expect(refused(await change(first.id, { ends: null }))).toEqual([409, 'season.overlaps'])
  expect(refused(await change(first.id, { ends: now() - 1 }))).toEqual([400, 'season.past'])
  expect(refused(await open('Three', { starts: now() - 1 }))).toEqual([400, 'season.past'])
  expect(refused(await open('Three', { starts: now() + 9, ends: now() + 9 }))).toEqual([
    400,
    'request.invalid',
  ])
  expect(refused(await change(first.id, { starts: now() + 1 }))).toEqual([409, 'season.started'])
  expect(refused(await act(second.id, 'close'))).toEqual([409, 'season.not_started'])
  expect((await change(second.id, { starts: now() + 2 * hour })).body.state).toBe('scheduled')
  after(1)
  expect(await states()).toEqual([
    ['scheduled', null],
    ['closed', now()],
  ])
  expect(refused(await change(first.id, { ends: now() + 1 }))).toEqual([409, 'season.already_closed'])
  after(1)
  expect(await states()).toMatchObject([
    ['open', null],
    ['closed', first.starts + hour],
  ])
  await expect(
    boards.context.database.updateTable('seasons').set({ ends_at: null }).execute(),
  ).rejects.toThrow('seasons_apart')
})

test('I6 many requests for the same time at once make one season', async () => {
  const answers = await Promise.all(['A', 'B', 'C'].map((name) => open(name, { starts: now() + hour })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('I6 a season closed by mistake is reopened: counts since then are moved to it, once', async () => {
  const { body } = await open('One')
  await report({ 1: 5 })
  after(1)
  await act(body.id, 'close')
  after(1)
  await report({ 1: 7, 2: 3 })
  expect(await kills(body.id)).toEqual({ p1: 5 })
  expect(refused(await act(body.id, 'reopen', '?revision=1'))).toEqual([409, 'edit.conflict'])
  expect((await act(body.id, 'reopen')).body).toMatchObject({ state: 'open', ends: null })
  await report({ 2: 1 })
  const sums = { p1: 12, p2: 4 }
  expect([await kills(body.id), await kills('all')]).toEqual([sums, sums])
  expect(refused(await act(body.id, 'reopen'))).toEqual([409, 'season.not_closed'])
  expect(await betweenKills()).toEqual([])
})

test('I6 the counts of a season that is reopened are read before the boards are held', async () => {
  const { body } = await open('One')
  await act(body.id, 'close')
  await report({ 1: 7 })
  const { context } = boards
  const { reopening } = await context.database.transaction().execute(async (tx) => {
    await sql`lock table event_batches in access exclusive mode`.execute(tx)
    const started = act(body.id, 'reopen')
    await waitForBlockedQueries(context, 1)
    // Fails where the boards are held: nothing is counted meanwhile.
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await lockBoards(tx)
    return { reopening: started }
  })
  expect((await reopening).body).toMatchObject({ state: 'open' })
  expect(await kills(body.id)).toEqual({ p1: 7 })
})

test('I6 counts read in steps are completed by what is counted, counted again or received meanwhile', async () => {
  const { database } = boards.context
  const since = new Date(now())
  for (const count of [1, 2, 3, 4, 5]) {
    after(1)
    await report({ 1: count })
  }
  const read = await readCountedSums(database, { since, now: new Date(now() + hour), perStep: 2 })
  expect(read.steps.map(({ sums }) => sums.map(({ counts }) => counts.kills))).toEqual([[3], [7]])
  const total = async () => (await completeCountedSums(database, read)).map(({ counts }) => counts.kills)
  expect(await total()).toEqual([15])
  after(2)
  await report({ 1: 10 })
  const first = await database
    .selectFrom('event_batches')
    .select('id')
    .orderBy('received_at')
    .executeTakeFirstOrThrow()
  const counted = { players: boards.batch({ 1: { kills: 100 } }).players, anomalies: [] }
  await database
    .updateTable('event_batches')
    .set({ counted: JSON.stringify(counted), counted_at: new Date(now()) })
    .where('id', '=', first.id)
    .execute()
  expect(await total()).toEqual([124])
})

test('I6 a reopened season does not give back what a reset took since its end', async () => {
  await report({ 1: 2, 2: 4 })
  const { body } = await open('One')
  await report({ 1: 5 })
  after(1)
  await act(body.id, 'close')
  await report({ 1: 7, 2: 3 })
  const steamId = playerId(1)
  const { body: reset } = await boards.operate<{ id: string }>('POST', 'resets', {
    steamId,
    season: 'between',
  })
  await report({ 1: 1 })
  expect((await act(body.id, 'reopen')).body).toMatchObject({ state: 'open' })
  expect([await kills(body.id), await kills('all')]).toEqual([
    { p1: 6, p2: 3 },
    { p1: 6, p2: 7 },
  ])
  expect(await betweenKills()).toEqual([4])
  await boards.operate('POST', `resets/${reset.id}/undo`)
  expect([await kills(body.id), await kills('all')]).toEqual([
    { p1: 6, p2: 3 },
    { p1: 15, p2: 7 },
  ])
})

test('I6 a reopened season ends where the next one starts, and stays closed once that has started', async () => {
  const { body: first } = await open('One')
  await act(first.id, 'close')
  const { body: next } = await open('Two', { starts: now() + hour })
  expect((await act(first.id, 'reopen')).body).toMatchObject({ state: 'open', ends: next.starts })
  after(2)
  expect(refused(await act(first.id, 'reopen'))).toEqual([409, 'season.overlaps'])
})

test('J a season in which nothing was counted is deleted, any other stays', async () => {
  const { body } = await open('Wrong', { starts: now() + hour })
  const cancel = (id: string, query = '') =>
    boards.operate<{ code?: string }>('DELETE', `seasons/${id}${query}`)
  expect(refused(await cancel(body.id, '?revision=9'))).toEqual([409, 'edit.conflict'])
  expect((await cancel(body.id)).status).toBe(204)
  expect(refused(await cancel(body.id))).toEqual([404, 'season.not_found'])
  const { body: played } = await open('Played')
  await boards.count({ 1: { kills: 1 } })
  expect(refused(await cancel(played.id))).toEqual([409, 'season.has_counts'])
})

test('J an operator schedules a season at the command line, in the time of the community', async () => {
  const shell = await openCommandLine(boards.context, boards.app)
  const json = async (line: string) => JSON.parse((await shell.operator(`${line} --json`)).out) as Season
  const { id, ...season } = await json('season open --name-en Cup --starts 2099-01-01 --until 2099-01-31')
  expect(season).toMatchObject({
    state: 'scheduled',
    starts: Date.parse('2099-01-01T00:00+08:00'),
    ends: Date.parse('2099-02-01T00:00+08:00'),
  })
  const moved = await json(`season change ${id} --starts 2099-01-02T18:30 ends=null`)
  expect(moved).toMatchObject({ starts: Date.parse('2099-01-02T18:30+08:00'), ends: null })
  expect((await shell.operator(`season change ${id} --starts 2099-02-30`)).err).toMatch(/^starts: a day/)
  expect((await shell.operator(`season cancel ${id}`)).out).toBe('done')
  shell.close()
})
