import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** An answer is written down at most so often while all is well. */
const answerEveryMs = 60_000

/** Writes down which providers are set up; those that no longer are are forgotten. */
export async function saveProviders(
  queries: Queries,
  rows: readonly { provider: string; host: string; stand_in: boolean }[],
): Promise<void> {
  await queries
    .deleteFrom('payment_providers')
    .where('provider', 'not in', ['', ...rows.map(({ provider }) => provider)])
    .execute()
  if (rows.length === 0) return
  await queries
    .insertInto('payment_providers')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet((row) => ({
        host: row.ref('excluded.host'),
        stand_in: row.ref('excluded.stand_in'),
      })),
    )
    .execute()
}

export async function saveAnswer(queries: Queries, provider: string, now: Date): Promise<void> {
  await queries
    .updateTable('payment_providers')
    .set({ answered_at: now, failures: 0 })
    .where('provider', '=', provider)
    .where((where) =>
      where.or([
        where('failures', '>', 0),
        where('answered_at', 'is', null),
        where('answered_at', '<', new Date(now.getTime() - answerEveryMs)),
      ]),
    )
    .execute()
}

export async function saveFailure(
  queries: Queries,
  provider: string,
  { now, problem }: { now: Date; problem: string },
): Promise<void> {
  await queries
    .updateTable('payment_providers')
    .set({ failed_at: now, problem, failures: sql<number>`failures + 1` })
    .where('provider', '=', provider)
    .execute()
}

export interface ProviderRow {
  provider: string
  host: string
  stand_in: boolean
  failures: number
  problem: string
  answered: Date | null
  failed: Date | null
  notified: Date | null
  paid: Date | null
  /** Attempts that can still be paid. */
  open: number
  /** Since when a check or refund has been due without being done. */
  waits: Date | null
}

/** Returns the configured providers, their last answers, and when they last sent something. */
export async function selectProviders(queries: Queries): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select provider, host, stand_in, failures, problem, answered_at as answered, failed_at as failed,
        (select max(at) from payment_events events where events.provider = known.provider) as notified,
        (select max(paid_at) from payment_attempts attempts where attempts.provider = known.provider) as paid,
        (select count(*)::integer from payment_attempts attempts
          where attempts.provider = known.provider and state in ('creating', 'open', 'closing')) as open,
        (select least(
          (select min(check_at) from payment_attempts attempts where attempts.provider = known.provider),
          (select min(try_at) from refunds join payment_attempts attempts on attempts.id = refunds.attempt_id
            where attempts.provider = known.provider and try_at is not null))) as waits
      from payment_providers known
      order by provider`.execute(queries)
  return rows
}
