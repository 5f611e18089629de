import { type Counts, countOfColumn, counterColumns } from '@clutch/contract/rules/statistics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../platform/database/index.ts'
import { arrayOf } from './arrays.ts'

/** What is added to a player's row on a board. */
export interface RowDelta {
  boardId: number
  steamId: string
  counts: Counts
}

/** What decides a place on a board. */
export interface Score {
  kills: number
  deaths: number
}

/** A row that changed, and its score where it is on the board: before, and from now on. */
export interface RowMove {
  boardId: number
  steamId: string
  before: Score | null
  after: Score | null
}

interface WrittenRow {
  board_id: number
  steam_id: string
  old_kills: number
  old_deaths: number
  kills: number
  deaths: number
  shown: boolean
  was_shown: boolean
  empty: boolean
}

/** One expression for each counter column, joined by `by`. */
const each = (make: (column: string) => string, by = ', '): RawBuilder<unknown> =>
  sql.raw(counterColumns.map(make).join(by))

const typeOf = (column: string) => (column === 'playtime_ms' ? 'bigint' : 'integer')

const table = (deltas: readonly RowDelta[]) => sql`unnest(
  ${arrayOf(deltas.map(({ boardId }) => boardId))}::integer[],
  ${arrayOf(deltas.map(({ steamId }) => steamId))}::bigint[],
  ${sql.join(
    counterColumns.map((column) => {
      const values = arrayOf(deltas.map(({ counts }) => counts[countOfColumn[column]]))
      return sql`${values}::${sql.raw(typeOf(column))}[]`
    }),
  )}) as c (board_id, steam_id, ${each((column) => `d_${column}`)})`

/**
 * Adds to rows, making those that are not there; each player once a board. Answers every row and its places. The caller
 * holds the boards' lock and keeps the planner to the indexes.
 */
export async function addToRows(tx: Queries, deltas: readonly RowDelta[]): Promise<RowMove[]> {
  if (deltas.length === 0) return []
  const { rows } = await sql<WrittenRow>`
    update board_rows b set ${each((column) => `${column} = b.${column} + c.d_${column}`)}
      from (select * from ${table(deltas)} order by steam_id, board_id) c
      where b.board_id = c.board_id and b.steam_id = c.steam_id
      returning b.board_id, b.steam_id, b.kills, b.deaths,
        greatest(0, b.kills - c.d_kills) as old_kills, greatest(0, b.deaths - c.d_deaths) as old_deaths,
        (${each((column) => `b.${column} > 0`, ' or ')}) as shown,
        (${each((column) => `b.${column} > c.d_${column}`, ' or ')}) as was_shown,
        (${each((column) => `b.${column} = 0`, ' and ')}) as empty`.execute(tx)
  await deleteEmptied(
    tx,
    rows.filter(({ empty }) => empty),
  )
  const known = new Set(rows.map((row) => `${row.board_id} ${row.steam_id}`))
  const fresh = deltas.filter(({ boardId, steamId }) => !known.has(`${boardId} ${steamId}`))
  await insertRows(tx, fresh)
  return [...rows.map(movedRow), ...fresh.map(freshRow)]
}

async function insertRows(tx: Queries, rows: readonly RowDelta[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into board_rows (board_id, steam_id, ${each((column) => column)})
      select * from ${table(rows)} order by steam_id, board_id`.execute(tx)
}

/** A row that nothing is left in is none: whoever was counted by mistake alone leaves no trace. */
async function deleteEmptied(tx: Queries, rows: readonly WrittenRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    delete from board_rows b
      using unnest(${arrayOf(rows.map((row) => row.board_id))}::integer[],
        ${arrayOf(rows.map((row) => row.steam_id))}::bigint[]) as e (board_id, steam_id)
      where b.board_id = e.board_id and b.steam_id = e.steam_id`.execute(tx)
}

function movedRow(row: WrittenRow): RowMove {
  return {
    boardId: row.board_id,
    steamId: row.steam_id,
    before: row.was_shown ? { kills: row.old_kills, deaths: row.old_deaths } : null,
    after: row.shown ? { kills: Math.max(0, row.kills), deaths: Math.max(0, row.deaths) } : null,
  }
}

function freshRow({ boardId, steamId, counts }: RowDelta): RowMove {
  const shown = Object.values(counts).some((count: number) => count > 0)
  const { kills, deaths } = counts
  const after = shown ? { kills: Math.max(0, kills), deaths: Math.max(0, deaths) } : null
  return { boardId, steamId, before: null, after }
}

/** Where a player is on the boards. */
export interface ScoredRow {
  boardId: number
  steamId: string
  score: Score
}

/** Every board that players are on, with their scores. */
export async function selectScores(queries: Queries, steamIds: readonly string[]): Promise<ScoredRow[]> {
  const { rows } = await sql<{ board_id: number; steam_id: string; kills: number; deaths: number }>`
    select board_id, steam_id, greatest(0, kills) as kills, greatest(0, deaths) as deaths from board_rows b
      where steam_id = any (${arrayOf(steamIds)}::bigint[])
        and (${each((column) => `b.${column} > 0`, ' or ')})`.execute(queries)
  return rows.map(({ board_id, steam_id, kills, deaths }) => ({
    boardId: board_id,
    steamId: steam_id,
    score: { kills, deaths },
  }))
}
