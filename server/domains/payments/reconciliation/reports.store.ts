import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { MoneyReports } from '../../../platform/database/types.generated.ts'

/** Reports of one page of a list. */
const listed = 200

/** Selects the portal's payments of a provider in a period: in full, also those refunded later. */
export function selectPaid(queries: Queries, provider: string, { from, to }: { from: Date; to: Date }) {
  return queries
    .selectFrom('payment_attempts')
    .select(['no', 'amount', 'currency'])
    .where('provider', '=', provider)
    .where('state', '=', 'paid')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .execute()
}

const refundsOf = (queries: Queries, provider: string) =>
  queries
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select([
      'refunds.id',
      'refunds.no',
      'refunds.amount',
      'refunds.currency',
      'refunds.state',
      'refunds.created_at',
    ])
    .where('payment_attempts.provider', '=', provider)

/** Selects the known refunds of a provider in a period. */
export function selectRefunded(queries: Queries, provider: string, { from, to }: { from: Date; to: Date }) {
  return refundsOf(queries, provider)
    .where('refunds.state', '=', 'done')
    .where('refunds.done_at', '>=', from)
    .where('refunds.done_at', '<', to)
    .execute()
}

export function selectRefundsByNo(queries: Queries, provider: string, numbers: readonly string[]) {
  return refundsOf(queries, provider)
    .where('refunds.no', 'in', ['', ...numbers])
    .execute()
}

/** Has attempts asked about that are not paid as far as we know. How many there are. */
export async function askAttempts(
  tx: Queries,
  provider: string,
  numbers: readonly string[],
  now: Date,
): Promise<number> {
  const result = await tx
    .updateTable('payment_attempts')
    .set({ check_at: now })
    .where('provider', '=', provider)
    .where('no', 'in', ['', ...numbers])
    .where('state', '<>', 'paid')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The same of refunds that are under way. */
export async function askRefunds(tx: Queries, ids: readonly string[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const result = await tx
    .updateTable('refunds')
    .set({ try_at: now })
    .where('id', 'in', ids)
    .where('state', 'in', ['asked', 'pending'])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export function selectReport(queries: Queries, provider: string, day: string) {
  return queries
    .selectFrom('money_reports')
    .selectAll()
    .where('provider', '=', provider)
    .where('day', '=', day)
    .executeTakeFirst()
}

export function selectReports(
  queries: Queries,
  filter: { provider?: string | undefined; day?: string | undefined },
) {
  let found = queries.selectFrom('money_reports').selectAll()
  if (filter.provider !== undefined) found = found.where('provider', '=', filter.provider)
  if (filter.day !== undefined) found = found.where('day', '=', filter.day)
  return found.orderBy('day', 'desc').orderBy('provider').limit(listed).execute()
}

/** Writes a day's report, or a newer one in its place. */
export async function saveReport(
  tx: Queries,
  row: Omit<Insertable<MoneyReports>, 'report'> & { report: object },
): Promise<void> {
  const report = JSON.stringify(row.report)
  await tx
    .insertInto('money_reports')
    .values({ ...row, report })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'day']).doUpdateSet({ made_at: row.made_at, report }),
    )
    .execute()
}
