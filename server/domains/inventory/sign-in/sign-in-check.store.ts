import type { Queries } from '../../../platform/database/index.ts'
import type { SignInFailure } from '../inventory-site.ts'

/** The pair of origins a check holds for. */
export interface CheckedOrigins {
  site: string
  portal: string
}

export interface StoredCheck {
  at: Date
  /** Null where a player can sign in. */
  fault: SignInFailure | null
}

export async function selectCheck(queries: Queries, pair: CheckedOrigins): Promise<StoredCheck | null> {
  const row = await queries
    .selectFrom('inventory_check')
    .select(['checked_at', 'problem', 'detail'])
    .where('site', '=', pair.site)
    .where('portal', '=', pair.portal)
    .executeTakeFirst()
  if (!row) return null
  const { checked_at: at, problem, detail } = row
  return { at, fault: problem === null ? null : { problem: problem as SignInFailure['problem'], detail } }
}

export async function upsertCheck(
  queries: Queries,
  pair: CheckedOrigins,
  { at, fault }: StoredCheck,
): Promise<void> {
  const found = { checked_at: at, problem: fault?.problem ?? null, detail: fault?.detail ?? '' }
  await queries
    .insertInto('inventory_check')
    .values({ ...pair, ...found })
    .onConflict((conflict) => conflict.columns(['site', 'portal']).doUpdateSet(found))
    .execute()
}
