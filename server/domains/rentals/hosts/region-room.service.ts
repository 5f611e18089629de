import { type HostClass, getHostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import { countRoom, servesRental } from './host-room.ts'
import { countWaitingRentals, selectHostUsage } from './host-usage.store.ts'

/** Whether the hosts of a region have room for one more rental of a class. */
export type RegionRoom = (region: string, hostClass: HostClass) => boolean

/**
 * Reads how full the hosts are, so that nothing is sold that no host takes. Rentals that wait for a place are counted. Two regions that
 * share a host may still sell its last place twice: placement decides, and the second one is handled as a region without capacity. A
 * host that does not answer for a moment counts as if it did.
 */
export async function readRegionRoom(
  { config }: Pick<AppContext, 'config'>,
  queries: Queries,
): Promise<RegionRoom> {
  const hosts = listConfiguredHosts(config)
  const usage = await selectHostUsage(
    queries,
    hosts.map(({ name }) => name),
  )
  const waiting = await countWaitingRentals(queries)
  return (region, hostClass) => {
    const ahead = waiting
      .filter((one) => one.region === region && getHostClass(one.isRelocatable) === hostClass)
      .reduce((sum, { count }) => sum + count, 0)
    const room = hosts
      .filter((host) => servesRental(host, region, hostClass))
      .reduce((sum, host) => {
        const known = usage.get(host.name)
        return sum + countRoom(host, hostClass, known && { ...known, isSilent: false })
      }, 0)
    return room > ahead
  }
}
