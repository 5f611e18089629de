import { counterColumns } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { type Insertable, sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'
import type { BoardResets } from '../../../platform/database/types.generated.ts'
import { toPostgresArray } from '../boards/postgres-array.ts'
import type { StoredCountsRow } from '../boards/board-pages.store.ts'

/** NOTIFY after a reset or its undoing began that takes more than a step. */
export const resetsChannel = 'board_resets'

export type ResetState = 'running' | 'done' | 'undoing' | 'undone'

export interface ResetRow {
  id: string
  steam_id: string | null
  mode: string | null
  span: string | null
  season_id: string | null
  state: string
  /** How many rows it holds. */
  rows: number
  created_at: Date
}

/** A row of a board that a reset took. */
export interface RemovedRow extends StoredCountsRow {
  board_id: number
}

const columns = sql.raw(['board_id', 'steam_id', ...counterColumns].join(', '))
const qualifiedColumns = sql.raw(
  ['board_id', 'steam_id', ...counterColumns].map((column) => `b.${column}`).join(', '),
)

/** Every reset or one of them, newest first. */
export function selectResets(queries: Queries, id: string | null = null): Promise<ResetRow[]> {
  return queries
    .selectFrom('board_resets')
    .selectAll()
    .$if(id !== null, (query) => query.where('id', '=', id))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The resets that are being carried out or undone, oldest first. */
export function selectUnfinishedResets(queries: Queries): Promise<ResetRow[]> {
  return queries
    .selectFrom('board_resets')
    .selectAll()
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns the resets in force that may cover a player in a mode. */
export function selectResetsCoveringPlayer(queries: Queries, steamId: string): Promise<ResetRow[]> {
  return queries
    .selectFrom('board_resets')
    .selectAll()
    .where('state', 'in', ['running', 'done'])
    .where((where) => where.or([where('steam_id', 'is', null), where('steam_id', '=', steamId)]))
    .execute()
}

export async function insertReset(tx: Queries, row: Insertable<BoardResets>): Promise<void> {
  await tx.insertInto('board_resets').values(row).execute()
}

export async function updateResetState(tx: Queries, id: string, state: ResetState): Promise<void> {
  await tx.updateTable('board_resets').set({ state }).where('id', '=', id).execute()
}

/** Notifies, at commit, the worker that carries out resets. */
export function notifyResetStarted(tx: Queries): Promise<void> {
  return notify(tx, resetsChannel)
}

/**
 * Takes rows of these boards that this reset has not taken yet, `limit` at most: one player's, or all in
 * board order, which uses the index where a scan would read all rows left behind by earlier steps.
 */
export async function moveRowsToReset(
  tx: Queries,
  { id, steam_id }: Pick<ResetRow, 'id' | 'steam_id'>,
  boardIds: readonly number[],
  limit: number,
): Promise<RemovedRow[]> {
  const boards = sql`any (${toPostgresArray(boardIds)}::integer[])`
  const candidates =
    steam_id === null
      ? sql`
        select s.* from unnest(${toPostgresArray(boardIds)}::integer[]) as x (board_id)
          cross join lateral (select board_id, steam_id from standings o
            where o.board_id = x.board_id and o.filter = 0 order by minus_kills, deaths, steam_id) s
        union all
        select b.board_id, b.steam_id from hidden_players h join board_rows b on b.steam_id = h.steam_id
          where b.board_id = ${boards}`
      : sql`select b.board_id, b.steam_id from board_rows b where b.steam_id = ${steam_id} and b.board_id = ${boards}`
  const { rows } = await sql<RemovedRow>`
    with chosen as materialized (
      select c.* from (${candidates}) c
        where not exists (select from board_reset_rows t
          where t.reset_id = ${id} and t.board_id = c.board_id and t.steam_id = c.steam_id)
        limit ${limit}),
    taken as (
      delete from board_rows b using chosen c where b.steam_id = c.steam_id and b.board_id = c.board_id
        returning ${qualifiedColumns}),
    kept as (insert into board_reset_rows (reset_id, ${columns}) select ${id}, ${columns} from taken)
    select * from taken`.execute(tx)
  await addToRowCount(tx, id, rows.length)
  return rows
}

/** Gives up rows that a reset holds, `limit` at most. */
export async function deleteResetRows(tx: Queries, id: string, limit: number): Promise<RemovedRow[]> {
  const { rows } = await sql<RemovedRow>`
    delete from board_reset_rows b
      where ctid = any (array(select ctid from board_reset_rows where reset_id = ${id} limit ${limit}))
      returning ${qualifiedColumns}`.execute(tx)
  await addToRowCount(tx, id, -rows.length)
  return rows
}

async function addToRowCount(tx: Queries, id: string, by: number): Promise<void> {
  await tx
    .updateTable('board_resets')
    .set({ rows: sql`rows + ${by}` })
    .where('id', '=', id)
    .execute()
}
