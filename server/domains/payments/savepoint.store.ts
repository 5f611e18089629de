import { sql } from 'kysely'
import type { Queries } from '../../platform/database/index.ts'

/**
 * Does something inside a transaction that may fail without undoing what the transaction did before. Throws what it threw,
 * once its own writes are undone; throws instead what the database says where the connection itself is lost.
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
