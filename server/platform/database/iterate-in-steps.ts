import type { Kysely } from 'kysely'
import { withSearchTimeout } from './search-timeout.ts'
import type { DB } from './types.generated.ts'

/** Rows of one step: a step of any list is read and sent quickly, and fits in memory. */
const rowsAtOnce = 1_000

/**
 * Reads a long list in steps of about a thousand rows, each on demand: `next` returns the rows after a given
 * one, in a stable order. Nothing is held between steps, so a slow reader blocks no one.
 */
export async function* iterateInSteps<Row>(
  next: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    // Each step begins where the last one ended.
    const rows = await next(last, rowsAtOnce)
    if (rows.length === 0) return
    last = rows.at(-1)
    yield rows
  }
}

/** The same for an operator's search: a step that takes too long throws `search.too_long`. */
export function searchInSteps<Row>(
  database: Kysely<DB>,
  search: (tx: Kysely<DB>, after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  return iterateInSteps((after, limit) => withSearchTimeout(database, (tx) => search(tx, after, limit)))
}
