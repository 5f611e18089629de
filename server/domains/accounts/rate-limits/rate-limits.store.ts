import { sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'

export interface RateLimitAttempt {
  name: string
  subject: Buffer
  now: Date
  /** How long one try takes to be free again, and how much may be taken ahead; ms. */
  refillMs: number
  burstMs: number
}

/** Takes a try in one statement, so that of many at once no more than are left get one; false when none is left. */
export async function consumeAttempt(
  queries: Queries,
  { name, subject, now, refillMs, burstMs }: RateLimitAttempt,
): Promise<boolean> {
  const every = sql`${refillMs} * interval '1 millisecond'`
  const result = await sql`
    insert into rate_limits as l (name, subject, free_at) values (${name}, ${subject}, ${now}::timestamptz + ${every})
    on conflict (name, subject) do update set free_at = greatest(l.free_at, ${now}) + ${every}
    where l.free_at <= ${now}::timestamptz + ${burstMs} * interval '1 millisecond'
    returning 1`.execute(queries)
  return result.rows.length > 0
}

/** Forgets what counts no more. */
export async function deleteExpiredRateLimits(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'rate_limits', sql`free_at < ${now}`)
}
