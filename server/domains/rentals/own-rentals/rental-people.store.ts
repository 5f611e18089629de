import type { Queries } from '../../../platform/database/index.ts'

/** The SteamID64 of a lease's owner and of its admins. */
export async function selectRentalPeople(queries: Queries, leaseId: string): Promise<Set<string>> {
  const lease = await queries
    .selectFrom('leases')
    .select(['owner', 'admins'])
    .where('id', '=', leaseId)
    .executeTakeFirst()
  const admins = (lease?.admins ?? []) as unknown as { steamid: string }[]
  return new Set([...(lease ? [lease.owner] : []), ...admins.map(({ steamid }) => steamid)])
}
