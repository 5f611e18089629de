import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type HostClass, getHostClass, hostClasses } from '@clutch/contract/rules/rentals/host-classes.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import { servesRegion } from '../hosts/host-room.ts'
import { type RegionRoom, readRegionRoom } from '../hosts/region-room.service.ts'
import * as store from './regions.store.ts'

type Dependencies = Pick<AppContext, 'config'>

/** Where a rental wants to be. */
interface Place {
  region: string
  hostClass: HostClass
}

export function toPlace({ region, relocatable }: { region: string; relocatable: boolean }): Place {
  return { region, hostClass: getHostClass(relocatable) }
}

/** Whether the settings have a machine for a region. */
export function isRegionServed({ config }: Dependencies, region: string): boolean {
  return listConfiguredHosts(config).some((host) => servesRegion(host, region))
}

/**
 * G10: whether another server can be created in a region: it has hosts and free places and is not under
 * maintenance.
 */
export function isRegionAvailable(context: Dependencies, region: store.RegionRow, used: number): boolean {
  const isOpen = region.maintenance_since === null && region.cordoned_at === null
  return isOpen && used < region.capacity && isRegionServed(context, region.code)
}

/** Whether another server of a class can be created in a region now; another rental may take the place meanwhile. */
export async function hasCapacity(context: Dependencies, queries: Queries, place: Place): Promise<boolean> {
  return hasPlace(context, queries, await store.selectRegion(queries, place.region), place.hostClass)
}

/** Whether a region has room for any class. */
export function hasRoomForAny(hasRoom: RegionRoom, region: string): boolean {
  return hostClasses.some((hostClass) => hasRoom(region, hostClass))
}

/** G23: whether players may choose a region, with room or not: a hidden one keeps the servers that are there, and takes no new ones. */
export async function isRegionOffered(queries: Queries, code: string): Promise<boolean> {
  const region = await store.selectRegion(queries, code)
  return region !== undefined && !region.hidden
}

/** `hasCapacity` for a caller that takes the place in this transaction; locks the region until its end. */
export async function reserveCapacity(context: Dependencies, tx: Queries, place: Place): Promise<boolean> {
  return hasPlace(context, tx, await store.lockRegion(tx, place.region), place.hostClass)
}

async function hasPlace(
  context: Dependencies,
  queries: Queries,
  region: store.RegionRow | undefined,
  hostClass: HostClass,
): Promise<boolean> {
  if (region === undefined) return false
  const used = (await store.countUsedByRegion(queries)).get(region.code) ?? 0
  if (!isRegionAvailable(context, region, used)) return false
  return (await readRegionRoom(context, queries))(region.code, hostClass)
}

/**
 * The offered regions with rentals in which nothing more can be created, although they are open and have hosts. Others share a full host
 * with one of these, or were never meant to have room.
 */
export async function listFullRegions(
  context: Dependencies,
  queries: Queries,
): Promise<{ code: string; used: number }[]> {
  const rows = await store.selectRegions(queries)
  const used = await store.countUsedByRegion(queries)
  const hasRoom = await readRegionRoom(context, queries)
  return rows
    .filter(({ code, hidden, maintenance_since, cordoned_at }) => {
      const isOpen = !hidden && maintenance_since === null && cordoned_at === null
      return isOpen && isRegionServed(context, code)
    })
    .map((row) => ({ row, code: row.code, used: used.get(row.code) ?? 0 }))

    .filter((one) => one.used > 0)
    .filter((one) => !isRegionAvailable(context, one.row, one.used) || !hasRoomForAny(hasRoom, one.code))
    .map(({ code, used: count }) => ({ code, used: count }))
}
