import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** The leases whose number or name a text is a part of, newest first. */
export function selectRentalsByText(queries: Queries, find: string, limit: number) {
  const part = `%${find.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return queries
    .selectFrom('leases')
    .select(['number', 'name', 'state', 'owner'])
    .where(sql<boolean>`(number like ${part.toLowerCase()} or name ilike ${part})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
