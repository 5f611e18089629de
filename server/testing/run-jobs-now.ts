import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { AppContext } from '../platform/context.ts'
import type { QueueName } from '../platform/jobs/index.ts'

/**
 * Waits until the given number of jobs of a queue wait for a retry, then retries them now, as an operator
 * may: the retry delay is the queue's, and `jobs.test.ts` covers it.
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
