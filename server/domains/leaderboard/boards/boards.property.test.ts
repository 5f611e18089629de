import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BoardRow, UserStats } from '@clutch/contract/api/leaderboard/boards.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { BoardExports } from '../exports/exports.service.ts'
import { syncBoardsOnce } from '../board-sync.worker.ts'
import { selectBoardPage } from './board-pages.store.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'
import { BoardModel } from '../testing/board-model.ts'

// Ranges of a few players: a history of a few dozen steps then splits and joins them as years would.
vi.mock('../standings/range-size.ts', () => ({ maxRangePlayers: 4, maxBlockPlayers: 8 }))

let boards: BoardFixture
beforeAll(async () => {
  boards = await BoardFixture.open()
})
afterAll(() => boards.close())

const players = 14
const player = fc.nat(players - 1)
const mode = fc.constantFrom('dm', 'retakes')
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.nat(4) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: -1 }) },
)
const some = fc.record({ kills: amount, deaths: amount, playtimeMs: fc.nat(3) })
const groupNames = ['pro', 'kol', 'op'] as const

type Step =
  | { kind: 'count'; batches: { mode: 'dm' | 'retakes'; players: Record<number, object> }[] }
  | { kind: 'season' | 'show' | 'hide' | 'undo'; player: number }
  | { kind: 'groups'; player: number; bits: number; ends: boolean }
  | { kind: 'reset'; player: number | null; mode: string | null; span: 'between' | 'season' | null }

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('count'),
      batches: fc.array(
        fc.record({ mode, players: fc.dictionary(player.map(String), some, { maxKeys: 9 }) }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('season'), player }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('show', 'hide', 'undo'), player }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('groups'), player, bits: fc.nat(7), ends: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reset'),
      player: fc.option(player),
      mode: fc.option(mode),
      span: fc.constantFrom('between', 'season', null),
    }),
  },
) as fc.Arbitrary<Step>

/** What a history knows besides the model: the ids that the portal made. */
interface Ids {
  seasons: string[]
  resets: string[]
}

async function emptyBoards() {
  await sql`truncate seasons, boards, board_rows, standings, standing_ranges, standing_blocks, standing_groups, hidden_players,
    player_servers, player_days, board_resets, board_reset_rows, board_flags, memberships`.execute(
    boards.context.database,
  )
}

async function take(model: BoardModel, ids: Ids, each: Step): Promise<void> {
  if (each.kind === 'count') {
    for (const batch of each.batches) model.count(batch.mode, batch.players)
    await boards.countAll(each.batches.map((batch) => boards.batch(batch.players, { mode: batch.mode })))
  } else if (each.kind === 'season') await turnSeason(model, ids)
  else if (each.kind === 'hide') {
    model.hidden.add(each.player)
    await boards.operate('PUT', `hidden-players/${playerId(each.player)}`, {})
  } else if (each.kind === 'show') {
    model.hidden.delete(each.player)
    await boards.operate('DELETE', `hidden-players/${playerId(each.player)}`)
  } else if (each.kind === 'groups') await changeGroups(model, each)
  else if (each.kind === 'reset') await reset(model, ids, each)
  else await undo(model, ids, each.player)
}

async function turnSeason(model: BoardModel, ids: Ids) {
  boards.context.clock.advance(1_000)
  if (model.season === null) {
    model.season = ids.seasons.length
    const opened = await boards.operate<{ id: string }>('POST', 'seasons', { name: { en: 'S' } })
    ids.seasons.push(opened.body.id)
  } else {
    await boards.operate('POST', `seasons/${ids.seasons[model.season]}/close`)
    model.season = null
  }
}

async function changeGroups(model: BoardModel, each: Step & { kind: 'groups' }) {
  const { context } = boards
  for (const [index, group] of groupNames.entries()) {
    const path = `memberships/${playerId(each.player)}/${group}`
    const holds = (each.bits & (1 << index)) !== 0
    const over = each.ends && index === 0
    if (!holds) await boards.operate('DELETE', path)
    else await boards.operate('PUT', path, over ? { expires: context.clock.now().getTime() + 500 } : {})
  }
  await syncBoardsOnce(context)
  if (each.ends) {
    context.clock.advance(1_000)
    await syncBoardsOnce(context)
  }
  model.groups.set(each.player, each.ends ? each.bits & 6 : each.bits)
}

async function reset(model: BoardModel, ids: Ids, each: Step & { kind: 'reset' }) {
  const season = each.span === 'season' ? ids.seasons.at(-1) : each.span === 'between' ? 'between' : undefined
  if (each.span === 'season' && season === undefined) return
  const scope = {
    ...(each.player !== null && { steamId: playerId(each.player) }),
    ...(each.mode !== null && { mode: each.mode }),
    ...(season !== undefined && { season }),
  }
  const { status, body } = await boards.operate<{ id: string; rows: number }>('POST', 'resets', scope)
  if (Object.keys(scope).length === 0) return expect(status).toBe(400)
  const span = each.span === 'season' ? `season${ids.seasons.length - 1}` : each.span
  const made = model.reset(each.player, each.mode, span)
  ids.resets[made] = body.id
  expect(body).toMatchObject({ state: 'done', rows: model.resets[made]?.rows.length })
}

async function undo(model: BoardModel, ids: Ids, which: number) {
  const at = which % Math.max(1, model.resets.length)
  const chosen = model.resets[at]
  if (!chosen) return
  const { status } = await boards.operate('POST', `resets/${ids.resets[at]}/undo`)
  expect(status).toBe(chosen.undone ? 409 : 200)
  if (!chosen.undone) model.undo(chosen)
}

/** The stored boards by the model's names. */
async function boardIds(ids: Ids) {
  const rows = await boards.context.database.selectFrom('boards').selectAll().execute()
  return new Map(
    rows.map((row) => {
      const span = row.season_id ? `season${ids.seasons.indexOf(row.season_id)}` : row.span
      return [`${span} ${row.mode}`, row.id] as const
    }),
  )
}

async function compare(model: BoardModel, ids: Ids) {
  const stored = await boardIds(ids)
  expect([...stored.keys()]).toEqual(expect.arrayContaining(model.boards))
  for (const [name, boardId] of stored) {
    for (let filter = 0; filter < 8; filter++) {
      const expected = model
        .order(name, filter)
        .map(({ player: who }, rank) => `${playerId(who)} #${rank + 1}`)
      const limit = 1 + ((boardId + filter) % 5)
      for (let rank = 0; rank <= expected.length; rank += limit) {
        const page = await selectBoardPage(boards.context.database, { boardId, filter }, rank, limit)
        expect(page.total).toBe(expected.length)
        expect(page.rows.map((row) => `${row.steam_id} #${row.rank}`)).toEqual(
          expected.slice(rank, rank + limit),
        )
      }
    }
  }
  await compareRanges()
}

/**
 * Checks that every range and block holds the players up to the next one; none is too full, and only a first
 * one may be empty.
 */
async function compareRanges() {
  await compareLevel('standing_ranges', 4)
  await compareLevel('standing_blocks', 16)
  const { rows } = await sql`
    select * from standing_blocks b where not exists (select from standing_ranges r
      where (r.board_id, r.filter, r.minus_kills, r.deaths, r.steam_id)
          = (b.board_id, b.filter, b.minus_kills, b.deaths, b.steam_id))`.execute(boards.context.database)
  expect(rows).toEqual([])
}

async function compareLevel(level: 'standing_ranges' | 'standing_blocks', max: number) {
  const { rows } = await sql<{ players: number; counted: string; stays: boolean }>`
    with r as (select *, lead(minus_kills) over w as next_kills, lead(deaths) over w as next_deaths,
        lead(steam_id) over w as next_id
      from ${sql.table(level)} window w as (partition by board_id, filter order by minus_kills, deaths, steam_id))
    select players, exists (select from standing_blocks b
          where (r.board_id, r.filter, r.minus_kills, r.deaths, r.steam_id)
              = (b.board_id, b.filter, b.minus_kills, b.deaths, b.steam_id)) as stays,
        (select count(*) from standings s where s.board_id = r.board_id and s.filter = r.filter
          and (s.minus_kills, s.deaths, s.steam_id) >= (r.minus_kills, r.deaths, r.steam_id)
          and (next_kills is null
            or (s.minus_kills, s.deaths, s.steam_id) < (next_kills, next_deaths, next_id))) as counted
      from r`.execute(boards.context.database)
  for (const range of rows) {
    expect(range.players).toBe(Number(range.counted))
    expect(range.players).toBeLessThanOrEqual(max)
    if (!range.stays) expect(range.players).toBeGreaterThan(0)
  }
  const sum = await sql<{ standings: string; ranges: string }>`
    select (select count(*) from standings) as standings,
      (select coalesce(sum(players), 0) from ${sql.table(level)}) as ranges`.execute(boards.context.database)
  expect(sum.rows[0]?.ranges).toBe(sum.rows[0]?.standings)
}

/** The export as it is made now: that of a call may be some seconds old. */
async function exported(query: string): Promise<BoardRow[]> {
  const exports = new BoardExports(boards.context)
  const season = new URLSearchParams(query).get('season') ?? undefined
  const bytes = await (await exports.read({ mode: 'dm', season, format: 'json' }, false)).toArray()
  await exports.close()
  return JSON.parse(Buffer.concat(bytes as Buffer[]).toString()) as BoardRow[]
}

async function compareAnswers(model: BoardModel, ids: Ids) {
  const span = ids.seasons.length > 0 ? `season${ids.seasons.length - 1}` : 'all'
  const query = ids.seasons.length > 0 ? `season=${ids.seasons.at(-1)}` : 'season=all'
  const expected = model.order(`${span} dm`, 0)
  const summarize = (row: BoardRow) => [row.steamid, row.rank, row.kills, row.deaths]
  const want = expected.map(({ player: who, shown }, rank) => [
    playerId(who),
    rank + 1,
    shown.kills,
    shown.deaths,
  ])
  expect((await boards.page('dm', query)).data.map(summarize)).toEqual(want)
  expect((await boards.get<BoardRow[]>(`dm/top?${query}`)).map(summarize)).toEqual(want.slice(0, 5))
  expect((await exported(query)).map(summarize)).toEqual(want)
  for (let who = 0; who < players; who++) {
    const stats = await boards.get<UserStats[]>(`user/${playerId(who)}?${query}`)
    const rank = expected.findIndex((each) => each.player === who)
    const shown = model.row(`${span} dm`, who)
    const dm = stats.find((each) => each.mode === 'dm')
    expect(dm && summarize(dm)).toEqual(
      shown && [playerId(who), rank < 0 ? null : rank + 1, shown.kills, shown.deaths],
    )
  }
}

test('I8 pages, ranks, tops and exports are what sorting a plain list gives, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (steps) => {
      await emptyBoards()
      const model = new BoardModel()
      const ids: Ids = { seasons: [], resets: [] }
      for (const each of steps) {
        await take(model, ids, each)
        await compareRanges()
      }
      await compare(model, ids)
      await compareAnswers(model, ids)
    }),
    { numRuns: propertyRuns(500, 5) },
  )
}, 600_000)
