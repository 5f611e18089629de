import { countedMax } from '@clutch/contract/api/shared/list-query.ts'
import { type Expression, type Kysely, sql } from 'kysely'
import type { DB } from './types.generated.ts'

/** How many rows a query has: `countedMax + 1` where it has more than `countedMax`, which are not counted. */
export async function countRows(queries: Kysely<DB>, rows: Expression<unknown>): Promise<number> {
  const answer = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${rows} as matching limit ${countedMax + 1}) as counted`.execute(
    queries,
  )
  return answer.rows[0]?.count ?? 0
}
