import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** A board: what time it spans, and the mode. `seasonId` is set where the span is a season. */
export interface BoardKey {
  span: 'season' | 'between' | 'all'
  seasonId: string | null
  mode: string
}

export interface Board extends BoardKey {
  id: number
  changedAt: Date | null
}

const boardColumns = ['id', 'span', 'season_id', 'mode', 'changed_at'] as const

/** Every board. There are four for each season, and eight more. */
export async function selectBoards(queries: Queries): Promise<Board[]> {
  const rows = await queries.selectFrom('boards').select(boardColumns).orderBy('id').execute()
  return rows.map(toBoard)
}

/** The board of a key, or undefined while nothing was counted for it. */
export async function findBoard(queries: Queries, key: BoardKey): Promise<Board | undefined> {
  const row = await queries
    .selectFrom('boards')
    .select(boardColumns)
    .where('span', '=', key.span)
    .where('season_id', 'is not distinct from', key.seasonId)
    .where('mode', '=', key.mode)
    .executeTakeFirst()
  return row && toBoard(row)
}

/** Makes the boards that are not there yet. */
export async function insertBoards(tx: Queries, keys: readonly BoardKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('boards')
    .values(keys.map(({ span, seasonId, mode }) => ({ span, season_id: seasonId, mode })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes when boards changed; that time never goes back. */
export async function updateChangedAt(tx: Queries, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('boards')
    .set({ changed_at: sql`greatest(changed_at, ${now})` })
    .where('id', 'in', ids)
    .execute()
}

function toBoard(row: {
  id: number
  span: string
  season_id: string | null
  mode: string
  changed_at: Date | null
}): Board {
  const span = row.span === 'season' || row.span === 'between' ? row.span : 'all'
  return { id: row.id, span, seasonId: row.season_id, mode: row.mode, changedAt: row.changed_at }
}
