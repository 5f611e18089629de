import type { Kysely } from 'kysely'
import { withSearchTimeout } from './search-timeout.ts'
import type { DB } from './types.generated.ts'

/** Rows of one step: a step of any list is read and told within a moment, and held in memory. */
const rowsAtOnce = 1_000

/**
 * Reads a long list in steps of about a thousand rows, each when it is asked for: `next` tells the rows after one, in an order
 * that never changes. Nothing is held in between, so that a slow reader holds nobody.
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

/** The same of what an operator searches: a step that takes too long throws `search.too_long`. */
export function searchInSteps<Row>(
  database: Kysely<DB>,
  search: (tx: Kysely<DB>, after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  return iterateInSteps((after, limit) => withSearchTimeout(database, (tx) => search(tx, after, limit)))
}
