import { sql } from 'kysely'
import { vi } from 'vitest'
import type { AppContext } from '../platform/context.ts'

/**
 * Waits until the given number of database connections wait for a lock: their work has begun and is not done.
 */
export async function waitForBlockedQueries(
  { database }: Pick<AppContext, 'database'>,
  count: number,
): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return rows[0]?.count ?? 0
  }
  await vi.waitUntil(async () => (await waiting()) >= count, { timeout: 5_000, interval: 10 })
}
