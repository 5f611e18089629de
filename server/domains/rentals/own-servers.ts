import type { PracticeServer } from '@clutch/contract/api/rentals.ts'
import type { AppContext } from '../../platform/context.ts'
import { lookAround, showLease } from './view.ts'
import { selectLeasesFor } from './view-store.ts'

/** G3: the servers somebody owns or is an admin of: those that stand first, the newest first. By SteamID64. */
export async function listOwnServers(
  context: Pick<AppContext, 'database' | 'keys' | 'clock'>,
  steamId: string,
): Promise<{ servers: PracticeServer[]; leaseIds: string[] }> {
  const leases = await selectLeasesFor(context.database, steamId)
  const around = await lookAround(context, leases)
  const servers = around.map((one) => showLease(context, one, one.lease.owner === steamId))
  return {
    servers: [
      ...servers.filter(({ isExpired }) => !isExpired),
      ...servers.filter(({ isExpired }) => isExpired),
    ],
    leaseIds: leases.map(({ id }) => id),
  }
}
