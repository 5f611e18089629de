import {
  type CounterColumn,
  type Counts,
  countNameOfColumn,
  countNames,
  counterColumns,
} from '@clutch/contract/rules/leaderboard/statistics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { toPostgresArray } from './postgres-array.ts'

/** The counts to add to a player's row on a board. */
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
export interface RowScoreChange {
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

/** What a player gains, on one board or equally on two, as on a season's and the one of all time. */
interface DeltaLine extends RowDelta {
  /** The same as `boardId` where there is one board. */
  otherBoardId: number
}

/** One expression for each column, joined by `by`. */
const forEachColumn = (
  make: (column: CounterColumn) => string,
  by = ', ',
  columns: readonly CounterColumn[] = counterColumns,
): RawBuilder<unknown> => sql.raw(columns.map(make).join(by))

const columnType = (column: string) => (column === 'playtime_ms' ? 'bigint' : 'integer')

const deltaTable = (lines: readonly DeltaLine[], columns: readonly CounterColumn[]) => sql`unnest(
  ${toPostgresArray(lines.map(({ boardId }) => boardId))}::integer[],
  ${toPostgresArray(lines.map(({ otherBoardId }) => otherBoardId))}::integer[],
  ${toPostgresArray(lines.map(({ steamId }) => steamId))}::bigint[],
  ${sql.join(
    columns.map((column) => {
      const values = toPostgresArray(lines.map(({ counts }) => counts[countNameOfColumn[column]]))
      return sql`${values}::${sql.raw(columnType(column))}[]`
    }),
  )}) as c (board_id, other_board_id, steam_id, ${forEachColumn((column) => `d_${column}`, ', ', columns)})`

/**
 * Adds to rows, making those that are not there; each player once a board. Answers every row and its places. The caller
 * holds the boards' lock and keeps the planner to the indexes.
 */
export async function addToRows(tx: Queries, deltas: readonly RowDelta[]): Promise<RowScoreChange[]> {
  if (deltas.length === 0) return []
  const columns = selectChangedColumns(deltas)
  const { rows } = await sql<WrittenRow>`
    update board_rows b set ${forEachColumn((column) => `${column} = b.${column} + c.d_${column}`, ', ', columns)}
      from (select * from ${deltaTable(pairEqualDeltas(deltas), columns)} order by steam_id) c
      where b.steam_id = c.steam_id and b.board_id = any (array[c.board_id, c.other_board_id])
      returning b.board_id, b.steam_id, b.kills, b.deaths,
        greatest(0, b.kills - c.d_kills) as old_kills, greatest(0, b.deaths - c.d_deaths) as old_deaths,
        (${forEachColumn((column) => `b.${column} > 0`, ' or ')}) as shown,
        (${forEachColumn((column) => `b.${column} > ${columns.includes(column) ? `c.d_${column}` : '0'}`, ' or ')}) as was_shown,
        (${forEachColumn((column) => `b.${column} = 0`, ' and ')}) as empty`.execute(tx)
  await deleteEmptyRows(
    tx,
    rows.filter(({ empty }) => empty),
  )
  const known = new Set(rows.map((row) => `${row.board_id} ${row.steam_id}`))
  const fresh = deltas.filter(({ boardId, steamId }) => !known.has(`${boardId} ${steamId}`))
  await insertRows(tx, fresh)
  return [...rows.map(toScoreChange), ...fresh.map(toNewScoreChange)]
}

/** The columns that these deltas change, with those that the answer needs. */
function selectChangedColumns(deltas: readonly RowDelta[]): CounterColumn[] {
  return counterColumns.filter(
    (column) =>
      column === 'kills' ||
      column === 'deaths' ||
      deltas.some(({ counts }) => counts[countNameOfColumn[column]] !== 0),
  )
}

/** A player's rows are beside each other: rows that gain the same are found by one search. */
function pairEqualDeltas(deltas: readonly RowDelta[]): DeltaLine[] {
  const lines: DeltaLine[] = []
  const unpaired = new Map<string, DeltaLine>()
  for (const delta of deltas) {
    const line = unpaired.get(delta.steamId)
    if (line && countNames.every((name) => line.counts[name] === delta.counts[name])) {
      line.otherBoardId = delta.boardId
      unpaired.delete(delta.steamId)
    } else {
      const added = { ...delta, otherBoardId: delta.boardId }
      lines.push(added)
      unpaired.set(delta.steamId, added)
    }
  }
  return lines
}

async function insertRows(tx: Queries, rows: readonly RowDelta[]): Promise<void> {
  if (rows.length === 0) return
  const lines = rows.map((row) => ({ ...row, otherBoardId: row.boardId }))
  await sql`
    insert into board_rows (board_id, steam_id, ${forEachColumn((column) => column)})
      select board_id, steam_id, ${forEachColumn((column) => `d_${column}`)}
        from ${deltaTable(lines, counterColumns)} order by steam_id, board_id`.execute(tx)
}

/** Deletes rows without any counts: a player who was counted only by mistake leaves no trace. */
async function deleteEmptyRows(tx: Queries, rows: readonly WrittenRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    delete from board_rows b
      using unnest(${toPostgresArray(rows.map((row) => row.board_id))}::integer[],
        ${toPostgresArray(rows.map((row) => row.steam_id))}::bigint[]) as e (board_id, steam_id)
      where b.board_id = e.board_id and b.steam_id = e.steam_id`.execute(tx)
}

function toScoreChange(row: WrittenRow): RowScoreChange {
  return {
    boardId: row.board_id,
    steamId: row.steam_id,
    before: row.was_shown ? { kills: row.old_kills, deaths: row.old_deaths } : null,
    after: row.shown ? { kills: Math.max(0, row.kills), deaths: Math.max(0, row.deaths) } : null,
  }
}

function toNewScoreChange({ boardId, steamId, counts }: RowDelta): RowScoreChange {
  const shown = Object.values(counts).some((count: number) => count > 0)
  const { kills, deaths } = counts
  const after = shown ? { kills: Math.max(0, kills), deaths: Math.max(0, deaths) } : null
  return { boardId, steamId, before: null, after }
}

/** The counts of players on a board, by their SteamID64; a player without a row is left out. */
export async function selectCounts(
  tx: Queries,
  boardId: number,
  steamIds: readonly string[],
): Promise<Map<string, Counts>> {
  const { rows } = await sql<{ steamId: string } & Counts>`
    select steam_id as "steamId", ${forEachColumn((column) => `${column}::float8 as "${countNameOfColumn[column]}"`)}
      from board_rows where board_id = ${boardId} and steam_id = any (${toPostgresArray(steamIds)}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ steamId, ...counts }) => [steamId, counts]))
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
      where steam_id = any (${toPostgresArray(steamIds)}::bigint[])
        and (${forEachColumn((column) => `b.${column} > 0`, ' or ')})`.execute(queries)
  return rows.map(({ board_id, steam_id, kills, deaths }) => ({
    boardId: board_id,
    steamId: steam_id,
    score: { kills, deaths },
  }))
}
