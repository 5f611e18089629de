import { sql } from 'kysely'
import type { Queries } from '../../platform/database/index.ts'

/**
 * Runs work inside a savepoint, so that it may fail without undoing the transaction. Throws the work's error
 * after its own writes are undone; throws the database's error instead if the connection is lost.
 */
export async function insideSavepoint(tx: Queries, work: () => Promise<void>): Promise<void> {
  await sql`savepoint product`.execute(tx)
  try {
    await work()
    await sql`release savepoint product`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint product`.execute(tx)
    throw error
  }
}
