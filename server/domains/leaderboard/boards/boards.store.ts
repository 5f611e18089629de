import { sql } from 'kysely'
import { type Queries, prepared } from '../../../platform/database/index.ts'

/** A board: what time it spans, and the mode. `seasonId` is set where the span is a season. */
export interface BoardKey {
  span: 'season' | 'between' | 'all'
  seasonId: string | null
  mode: string
}

export interface Board extends BoardKey {
  id: number
  changedAt: Date | null
  /** Another one after each transaction that may have changed any board. */
  revision: string
}

interface BoardRecord {
  id: number
  span: string
  season_id: string | null
  mode: string
  changed_at: Date | null
  revision: string
}

const boardColumns = ['id', 'span', 'season_id', 'mode', 'changed_at', 'revision'] as const

/** Every board. There are four for each season, and eight more. */
export async function selectBoards(queries: Queries): Promise<Board[]> {
  const rows = await queries.selectFrom('boards').select(boardColumns).orderBy('id').execute()
  return rows.map(toBoard)
}

/** The board of a key, or undefined while nothing was counted for it. */
export async function findBoard(queries: Queries, key: BoardKey): Promise<Board | undefined> {
  const { rows } = await sql<BoardRecord>`${prepared}
    select id, span, season_id, mode, changed_at, revision from boards
      where span = ${key.span} and season_id is not distinct from ${key.seasonId}::uuid and mode = ${key.mode}`.execute(
    queries,
  )
  return rows[0] && toBoard(rows[0])
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

/** Gives every board another revision. The caller holds the boards' lock. */
export async function incrementRevisions(tx: Queries): Promise<void> {
  await tx
    .updateTable('boards')
    .set({ revision: sql`revision + 1` })
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

function toBoard(row: BoardRecord): Board {
  const span = row.span === 'season' || row.span === 'between' ? row.span : 'all'
  const { id, mode, revision } = row
  return { id, span, seasonId: row.season_id, mode, changedAt: row.changed_at, revision }
}
