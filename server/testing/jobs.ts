import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { AppContext } from '../platform/context.ts'
import type { QueueName } from '../platform/jobs/index.ts'

/**
 * Waits until so many jobs of a queue wait for their next try, and has them tried now, as an operator may: the seconds between two
 * tries are the queue's, and `jobs.test.ts` waits for them.
 */
export async function runJobsNow(
  { database, jobs }: Pick<AppContext, 'database' | 'jobs'>,
  queue: QueueName,
  count = 1,
): Promise<void> {
  const ids = await vi.waitFor(async () => {
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job where name = ${queue} and state = 'retry'`.execute(database)
    expect(rows).toHaveLength(count)
    return rows.map(({ id }) => id)
  })
  await jobs.retry(queue, ids, true)
}
