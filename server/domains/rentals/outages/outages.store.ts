import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Leases whose outage may be over, or is to be given back before they end: the server ran again by `calm`, or they end by `soon`. */
export function selectDueOutages(queries: Queries, { calm, soon }: { calm: Date; soon: Date }) {
  return queries
    .selectFrom('leases')
    .innerJoin('regions', 'regions.code', 'leases.region')
    .select(['leases.id'])
    .where('outage_at', 'is not', null)
    .where(
      sql<boolean>`(outage_up_at <= ${calm} or expires_at <= ${soon} or revoked_at is not null or failed_at is not null
        or ended_at is not null or leases.maintenance_since is not null or regions.maintenance_since is not null)`,
    )
    .orderBy('leases.id')
    .limit(100)
    .execute()
}
