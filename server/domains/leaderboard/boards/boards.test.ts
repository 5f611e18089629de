import { zeroBoardCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BoardPage, BoardRow, UserStats } from '@clutch/contract/api/leaderboard/boards.ts'
import { selectPlayerBoardRows } from '../standings/player-ranks.store.ts'
import { syncBoardsOnce } from '../board-sync.worker.ts'
import { selectTopPlayersWithoutProfile } from '../standings/top-players.store.ts'
import { playerId, formatRow, BoardFixture } from '../testing/board-fixture.ts'
import { selectBoardPage } from './board-pages.store.ts'

let boards: BoardFixture
beforeEach(async () => {
  boards = await BoardFixture.open()
})
afterEach(() => boards.close())

const openSeason = async (name: object) =>
  (await boards.operate<{ id: string }>('POST', 'seasons', { name })).body.id
const closeSeason = (id: string) => boards.operate('POST', `seasons/${id}/close`)

test('I8 kills descending, deaths ascending, SteamID; ranks from 1', async () => {
  await boards.count({
    1: { kills: 5, deaths: 2 },
    2: { kills: 9, deaths: 9 },
    3: { kills: 5, deaths: 1 },
    4: { kills: 5, deaths: 2 },
    5: { deaths: 3 },
  })
  expect(await boards.order('dm')).toEqual(['p2 #1', 'p3 #2', 'p1 #3', 'p4 #4', 'p5 #5'])
  await boards.count({ 4: { kills: 1 } })
  expect(await boards.order('dm')).toEqual(['p2 #1', 'p4 #2', 'p3 #3', 'p1 #4', 'p5 #5'])
})

test('I8 a row carries the fields of document 2 §3, playtime in minutes', async () => {
  await boards.count({
    1: {
      kills: 12,
      deaths: 7,
      headshots: 6,
      rifleKills: 5,
      awpKills: 2,
      pistolKills: 4,
      clutches: 3,
      clutchWins: 1,
      wins: 8,
      losses: 9,
      playtimeMs: 100_100,
    },
  })
  const [row] = await boards.get<BoardRow[]>('dm/top')
  expect(row).toEqual({
    ...zeroBoardCounters(),
    steamid: playerId(1),
    nickname: 'p1',
    avatar_url: null,
    usergroup: [],
    rank: 1,
    kills: 12,
    deaths: 7,
    headshots: 6,
    playtime: 1.67,
    rifle_kills: 5,
    awp_kills: 2,
    pistol_kills: 4,
    clutches: 3,
    clutchwins: 1,
    wins: 8,
    loses: 9,
  })
})

test('I8 pages of 50, the top five, and the ranks in them', async () => {
  await boards.count(Object.fromEntries(Array.from({ length: 120 }, (_, n) => [n, { kills: 200 - n }])))
  const second = await boards.page('dm', 'page=2')
  expect(second.data.map(formatRow)).toEqual(Array.from({ length: 50 }, (_, n) => `p${n + 50} #${n + 51}`))
  expect(second).toMatchObject({ totalPages: 3, total: 120 })
  expect((await boards.page('dm', 'page=3')).data).toHaveLength(20)
  expect(await boards.page('dm', 'page=4')).toMatchObject({ data: [], totalPages: 3, total: 120 })
  expect((await boards.page('dm', 'page=10000000')).data).toEqual([])
  expect((await boards.get<BoardRow[]>('dm/top')).map(formatRow)).toEqual([
    'p0 #1',
    'p1 #2',
    'p2 #3',
    'p3 #4',
    'p4 #5',
  ])
})

test('I8 an empty board has no pages, whether its mode was ever played or not', async () => {
  const empty = { data: [], totalPages: 0, total: 0, groups: { pro: 0, kol: 0, op: 0 }, updated: null }
  expect(await boards.page('solo')).toEqual(empty)
  expect(await boards.get('solo/top')).toEqual([])
  const season = await openSeason({ en: 'One' })
  expect(await boards.page('solo', `season=${season}`)).toEqual(empty)
})

test('I6 I9 counts go to the season open when they were stored, and to all-time', async () => {
  const { clock } = boards.context
  await boards.count({ 1: { kills: 1 } })
  clock.advance(1_000)
  const first = await openSeason({ zh: '一', en: 'One' })
  const inFirst = clock.now()
  await boards.count({ 1: { kills: 10 }, 2: { kills: 3 } })
  clock.advance(1_000)
  await closeSeason(first)
  await boards.count({ 1: { kills: 100 } })
  clock.advance(1_000)
  const second = await openSeason({ zh: '', en: 'Two' })
  await boards.count({ 2: { kills: 1_000 } })
  await boards.count({ 2: { kills: 5 } }, { receivedAt: inFirst })

  const kills = async (query: string) =>
    Object.fromEntries((await boards.page('dm', query)).data.map((row) => [row.nickname, row.kills]))
  expect(await kills(`season=${first}`)).toEqual({ p1: 10, p2: 8 })
  expect(await kills(`season=${second.toUpperCase()}`)).toEqual({ p2: 1_000 })
  expect(await kills('')).toEqual({ p1: 111, p2: 1_008 })
  expect(await kills('season=all')).toEqual({ p1: 111, p2: 1_008 })
})

test('I8 seasons are listed newest first, by the name in the asked language or the other', async () => {
  expect(await boards.get('seasons')).toEqual([])
  const first = await openSeason({ zh: '一', en: 'One' })
  await closeSeason(first)
  const second = await openSeason({ en: 'Two' })
  expect(await boards.get('seasons?language=zh')).toEqual([
    { id: second, name: 'Two' },
    { id: first, name: '一' },
  ])
  expect(await boards.get('seasons?language=en')).toMatchObject([{ name: 'Two' }, { name: 'One' }])
})

test('I6 one season is open at a time; it is renamed and closed once', async () => {
  const id = await openSeason({ zh: '一', en: '' })
  expect(await boards.operate('POST', 'seasons', { name: { en: 'x' } })).toMatchObject({
    status: 409,
    body: { code: 'season.already_open' },
  })
  expect(
    (await boards.operate('PATCH', `seasons/${id}`, { name: { zh: '二', en: 'Two' } })).body,
  ).toMatchObject({
    name: { zh: '二', en: 'Two' },
    ends: null,
  })
  expect((await boards.operate('POST', 'seasons', { name: { zh: ' ' } })).status).toBe(400)
  expect((await boards.operate('PATCH', `seasons/${id}`, { name: {} })).status).toBe(400)
  expect((await closeSeason(id)).body).toMatchObject({ ends: boards.context.clock.now().getTime() })
  expect(await closeSeason(id)).toMatchObject({ status: 409, body: { code: 'season.already_closed' } })
  const unknown = '0195ffff-ffff-7fff-bfff-ffffffffffff'
  expect((await closeSeason(unknown)).status).toBe(404)
  expect((await boards.operate('PATCH', `seasons/${unknown}`, { name: { en: 'x' } })).status).toBe(404)
  expect((await boards.operate('GET', 'seasons')).body).toHaveLength(1)
})

test('I8 the stats of a player: one row a mode, in the order of the tabs, with the unfiltered rank', async () => {
  const season = await openSeason({ en: 'One' })
  await boards.count({ 1: { kills: 3 }, 2: { kills: 9 } }, { mode: 'retakes' })
  await boards.count({ 1: { kills: 4 } }, { mode: 'dm' })
  const stats = await boards.get<UserStats[]>(`user/${playerId(1)}`)
  expect(stats.map(({ mode, rank, kills }) => [mode, rank, kills])).toEqual([
    ['dm', 1, 4],
    ['retakes', 2, 3],
  ])
  expect(await boards.get(`user/${playerId(1)}?season=${season}`)).toEqual(stats)
  expect(await boards.get(`user/${playerId(99)}`)).toEqual([])
})

test('I2 I8 a group filter shows only its players, ranked among themselves; a player in two groups appears once', async () => {
  await boards.count({ 1: { kills: 1 }, 2: { kills: 2 }, 3: { kills: 3 }, 4: { kills: 4 }, 5: { kills: 5 } })
  for (const [player, group] of [
    [1, 'pro'],
    [3, 'pro'],
    [3, 'kol'],
    [4, 'kol'],
    [5, 'vip'],
  ]) {
    await boards.operate('PUT', `memberships/${playerId(Number(player))}/${group}`, {})
  }
  await syncBoardsOnce(boards.context)
  expect(await boards.order('dm', 'usergroup=pro')).toEqual(['p3 #1', 'p1 #2'])
  expect(await boards.order('dm', 'usergroup=pro,kol')).toEqual(['p4 #1', 'p3 #2', 'p1 #3'])
  expect(await boards.order('dm', 'usergroup=op')).toEqual([])
  expect(await boards.order('dm', 'usergroup=')).toHaveLength(5)
  const page = await boards.page('dm', 'usergroup=kol')
  expect(page).toMatchObject({ total: 2, totalPages: 1, groups: { pro: 2, kol: 2, op: 0 } })
  expect(page.data.map(({ usergroup }) => usergroup)).toEqual([['kol'], ['kol', 'pro']])
  expect((await boards.get<UserStats[]>(`user/${playerId(3)}`))[0]?.rank).toBe(3)
})

test('I3 a row has the address of the picture there is, on every board and page, and in no export', async () => {
  await boards.count({ 1: { kills: 3 }, 2: { kills: 2 }, 3: { kills: 1 } })
  const at = boards.context.clock.now()
  const profiles = [1, 2, 3].map((n) => ({ steam_id: playerId(n), name: `Steam ${n}`, fetched_at: at }))
  const picture = { picture: Buffer.from('x'), picture_type: 'image/png', picture_at: at }
  await boards.context.database
    .insertInto('steam_profiles')
    .values(profiles.map((profile, n) => ({ ...profile, ...(n < 2 && picture) })))
    .execute()
  const user = { id: randomUUIDv7(), steam_id: playerId(2), avatar_source: 'drawn', created_at: at }
  await boards.context.database.insertInto('users').values(user).execute()

  const address = `/api/avatars/${playerId(1)}?v=${at.getTime().toString(36)}`
  const avatars = (rows: BoardRow[]) => rows.map((row) => row.avatar_url)
  expect(avatars((await boards.page('dm')).data)).toEqual([address, null, null])
  expect(avatars(await boards.get<BoardRow[]>('dm/top'))).toEqual([address, null, null])
  expect(avatars(await boards.get<UserStats[]>(`user/${playerId(1)}`))).toEqual([address])
  expect(await boards.get(`player/${playerId(1)}`)).toMatchObject({ avatar_url: address })
  expect(await boards.get(`player/${playerId(2)}`)).toMatchObject({ avatar_url: null })
  expect(avatars(await boards.get<BoardRow[]>('dm/export?format=json'))).toEqual([null, null, null])
})

test('I3 a board names players as Steam does, else as the game did; the first of it are worth asking Steam about', async () => {
  await boards.count({ 1: { kills: 3 }, 2: { kills: 2 }, 3: { kills: 1 } })
  const { context } = boards
  const at = context.clock.now()
  await context.database
    .insertInto('steam_profiles')
    .values({ steam_id: playerId(1), name: 'at Steam', fetched_at: at })
    .execute()
  const names = (rows: BoardRow[]) => rows.map(({ nickname }) => nickname)
  expect(names((await boards.page('dm')).data)).toEqual(['at Steam', 'p2', 'p3'])
  expect(names(await boards.get<BoardRow[]>('dm/export?format=json'))).toEqual(['at Steam', 'p2', 'p3'])
  expect(names(await boards.get<UserStats[]>(`user/${playerId(1)}`))).toEqual(['at Steam'])
  expect(await boards.get(`player/${playerId(1)}`)).toMatchObject({ nickname: 'at Steam' })
  const unknown = (before: Date, limit: number) =>
    selectTopPlayersWithoutProfile(context.database, before, limit)
  const earlier = new Date(at.getTime() - 1)
  expect((await unknown(earlier, 9)).toSorted()).toEqual([playerId(2), playerId(3)].toSorted())
  expect(await unknown(at, 9)).toHaveLength(3)
  expect(await unknown(at, 1)).toHaveLength(1)
})

test('I8 the page shows when the board last changed, and nothing older is served', async () => {
  await boards.count({ 1: { kills: 1 } })
  boards.context.clock.advance(5_000)
  await boards.count({ 1: { kills: 1 } })
  await boards.count({ 1: { kills: 1 } }, { mode: 'solo' })
  const answer = await boards.app.inject({ url: '/api/leaderboard/dm' })
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.json<BoardPage>()).toMatchObject({ updated: boards.context.clock.now().getTime() })
})

test('I9 subtracted counts leave no trace, and no count is shown below zero', async () => {
  await boards.count({ 1: { kills: 5, deaths: 1 }, 2: { kills: 3 } })
  await boards.count({ 1: { kills: -5, deaths: -1 }, 2: { kills: -1 } })
  expect((await boards.page('dm')).data).toMatchObject([{ nickname: 'p2', kills: 2, rank: 1 }])
  await boards.count({ 3: { kills: -2, deaths: 4 } })
  expect((await boards.page('dm')).data[1]).toMatchObject({ nickname: 'p3', kills: 0, deaths: 4 })
  await boards.count({ 3: { kills: 5 } })
  expect(await boards.order('dm')).toEqual(['p3 #1', 'p2 #2'])
})

test('I10 a server that feeds no board changes nothing', async () => {
  await boards.count({ 1: { kills: 5 } }, { mode: null })
  expect(await boards.page('dm')).toMatchObject({ total: 0 })
  expect((await boards.app.inject({ url: `/api/leaderboard/player/${playerId(1)}` })).statusCode).toBe(404)
})

test.each<[string, number]>([
  ['nonsense', 400],
  ['dm?page=0', 400],
  ['dm?page=1.5', 400],
  ['dm?page=10000001', 400],
  ['dm?usergroup=vip', 400],
  ['dm?usergroup=pro,', 400],
  ['dm?season=first', 400],
  ['dm/top?season=', 400],
  ['dm/export?format=xml', 400],
  ['user/1', 400],
  ['player/76561197960265728', 400],
  [`player/${playerId(1)}/trend?mode=x`, 400],
  [`player/${playerId(1)}/trend?mode=dm`, 404],
  [`player/${playerId(1)}`, 404],
  ...['dm', 'dm/top', 'dm/export', `user/${playerId(1)}`].map((path): [string, number] => [
    `${path}?season=0195ffff-ffff-7fff-bfff-ffffffffffff`,
    404,
  ]),
])('I8 %s is refused with %i', async (path, status) => {
  const answer = await boards.app.inject({ url: `/api/leaderboard/${path}` })
  expect(answer.statusCode).toBe(status)
  const code = answer.json<{ code: string }>().code
  expect(code).toBe(
    status === 400 ? 'request.invalid' : path.startsWith('player') ? 'player.not_found' : 'season.not_found',
  )
})

test('I6 C18 only the operator opens seasons or grants groups', async () => {
  const attempts = [
    ['GET', 'seasons'],
    ['POST', 'seasons'],
    ['GET', 'memberships'],
    ['PUT', `memberships/${playerId(1)}/op`],
    ['DELETE', `memberships/${playerId(1)}/op`],
  ] as const
  for (const [method, path] of attempts) {
    const answer = await boards.app.inject({ method, url: `/api/operator/${path}` })
    expect([path, answer.statusCode]).toEqual([path, 401])
  }
})

test('I8 a player has no ranks in a season without counts', async () => {
  const season = await openSeason({ zh: 'S1', en: 'S1' })
  expect(await boards.get<UserStats[]>(`user/${playerId(1)}?season=${season}`)).toEqual([])
})

// PostgreSQL plans a prepared statement again for each execution while plans that know the values seem cheaper.
test('I8 a connection plans pages and ranks five times, then reuses the plan', async () => {
  await boards.count(
    Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [n, { kills: 1 + (n % 900) }])),
  )
  const { database } = boards.context
  await sql`vacuum analyze boards, board_rows, standings, standing_ranges, standing_blocks`.execute(database)
  await database.transaction().execute(async (tx) => {
    const { rows: ids } = await sql<{ id: number }>`select id from boards`.execute(tx)
    const list = { boardId: ids[0]?.id ?? 0, filter: 0 }
    for (let execution = 0; execution < 8; execution++) {
      await selectBoardPage(tx, list, 0, 5)
      await selectBoardPage(tx, list, 0, 50)
      await selectBoardPage(tx, list, 50 * (1 + execution), 50)
      await selectPlayerBoardRows(tx, [list.boardId], playerId(execution))
    }
    const plans = await sql`select custom_plans::integer as custom from pg_prepared_statements`.execute(tx)
    expect(plans.rows).toEqual(Array.from({ length: 4 }, () => ({ custom: 5 })))
  })
})
