import type { Queries } from '../../platform/database/index.ts'
import * as store from './boards-store.ts'
import type { Board, BoardKey } from './boards-store.ts'

/** The name of a board in a map. */
export function nameOf({ span, seasonId, mode }: BoardKey): string {
  return `${span} ${seasonId ?? ''} ${mode}`
}

/** The ids of boards by name, making those that are not there yet. The caller holds the boards' lock. */
export async function boardIds(tx: Queries, keys: readonly BoardKey[]): Promise<Map<string, number>> {
  const known = byName(await store.selectBoards(tx))
  const missing = keys.filter((key) => !known.has(nameOf(key)))
  if (missing.length === 0) return known
  await store.insertBoards(tx, missing)
  return byName(await store.selectBoards(tx))
}

function byName(boards: readonly Board[]): Map<string, number> {
  return new Map(boards.map((board) => [nameOf(board), board.id]))
}
