import type { PracticeServer } from '@clutch/contract/api/rentals.ts'
import type { House } from '../house.ts'
import { lookAround, showLease } from './view.ts'
import { selectLeasesFor } from './view-store.ts'

/** G3: the servers somebody owns or is an admin of: those that stand first, the newest first. By SteamID64. */
export async function listOwnServers(
  house: Pick<House, 'database' | 'keys' | 'clock'>,
  steamId: string,
): Promise<{ servers: PracticeServer[]; leaseIds: string[] }> {
  const leases = await selectLeasesFor(house.database, steamId)
  const around = await lookAround(house, leases)
  const servers = around.map((one) => showLease(house, one, one.lease.owner === steamId))
  return {
    servers: [
      ...servers.filter(({ isExpired }) => !isExpired),
      ...servers.filter(({ isExpired }) => isExpired),
    ],
    leaseIds: leases.map(({ id }) => id),
  }
}
