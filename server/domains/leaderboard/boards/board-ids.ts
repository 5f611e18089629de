import type { Queries } from '../../../platform/database/index.ts'
import * as store from './boards.store.ts'

/** The name of a board in a map. */
export function boardKeyName({ span, seasonId, mode }: store.BoardKey): string {
  return `${span} ${seasonId ?? ''} ${mode}`
}

/** The ids of boards by name, making those that are not there yet. The caller holds the boards' lock. */
export async function getOrCreateBoardIds(
  tx: Queries,
  keys: readonly store.BoardKey[],
): Promise<Map<string, number>> {
  const known = mapIdsByName(await store.selectBoards(tx))
  const missing = keys.filter((key) => !known.has(boardKeyName(key)))
  if (missing.length === 0) return known
  await store.insertBoards(tx, missing)
  return mapIdsByName(await store.selectBoards(tx))
}

function mapIdsByName(boards: readonly store.Board[]): Map<string, number> {
  return new Map(boards.map((board) => [boardKeyName(board), board.id]))
}
