import { sql } from 'kysely'
import type { Queries } from '../database/index.ts'

/** When a provider last told something, was last paid by, and how many attempts can still be paid. */
export async function selectActivity(
  queries: Queries,
  provider: string,
): Promise<{ notified: Date | null; paid: Date | null; open: number }> {
  const { rows } = await sql<{ notified: Date | null; paid: Date | null; open: number }>`
    select
      (select max(at) from payment_events where provider = ${provider}) as notified,
      (select max(paid_at) from payment_attempts where provider = ${provider}) as paid,
      (select count(*)::integer from payment_attempts
        where provider = ${provider} and state in ('creating', 'open', 'closing')) as open
  `.execute(queries)
  return rows[0] ?? { notified: null, paid: null, open: 0 }
}
