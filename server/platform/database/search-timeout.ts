import { type Kysely, sql } from 'kysely'
import { PortalError } from '@clutch/contract/errors.ts'
import type { DB } from './types.generated.ts'

/** How long each query of a list may take, ms: an operator waits no longer for a list, and its connection is wanted. */
const searchMs = 3_000

/** PostgreSQL's word for a query that it ended for its time. */
const tooLong = '57014'

/** Reads everything as of one moment: rows of different tables that change together are read together. */
export function readSnapshot<T>(database: Kysely<DB>, read: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => read(tx))
}

/** Looks for something, of one moment, and gives up a query that takes longer than `ms`: throws `search.too_long`. */
export async function withSearchTimeout<T>(
  database: Kysely<DB>,
  search: (tx: Kysely<DB>) => Promise<T>,
  ms = searchMs,
): Promise<T> {
  try {
    return await readSnapshot(database, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(tx)
      return search(tx)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === tooLong)
      throw new PortalError('search.too_long', 'This search took too long', { cause: error })
    throw error
  }
}
