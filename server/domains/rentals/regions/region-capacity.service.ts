import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { listConfiguredHosts } from '../drivers/index.ts'
import * as store from './regions.store.ts'
import type { RegionRow } from './regions.store.ts'

type Dependencies = Pick<AppContext, 'config'>

/** Whether the settings have a machine for a region. */
export function isRegionServed({ config }: Dependencies, region: string): boolean {
  return listConfiguredHosts(config).some(({ regions }) => regions.includes('*') || regions.includes(region))
}

/**
 * G10: whether another server can be created in a region: it has hosts and free places and is not under
 * maintenance.
 */
export function isRegionAvailable(context: Dependencies, region: RegionRow, used: number): boolean {
  return region.maintenance_since === null && used < region.capacity && isRegionServed(context, region.code)
}

/** The same now, for a region that may not exist; another rental may take the place meanwhile. */
export async function hasCapacity(context: Dependencies, queries: Queries, code: string): Promise<boolean> {
  const region = await store.selectRegion(queries, code)
  return region !== undefined && isRegionAvailable(context, region, await countUsed(queries, code))
}

/** G23: whether players may choose a region, with room or not: a hidden one keeps the servers that are there, and takes no new ones. */
export async function isRegionOffered(queries: Queries, code: string): Promise<boolean> {
  const region = await store.selectRegion(queries, code)
  return region !== undefined && !region.hidden
}

/** `hasCapacity` for a caller that takes the place in this transaction; locks the region until its end. */
export async function reserveCapacity(context: Dependencies, tx: Queries, code: string): Promise<boolean> {
  const region = await store.lockRegion(tx, code)
  return region !== undefined && isRegionAvailable(context, region, await countUsed(tx, code))
}

async function countUsed(queries: Queries, code: string): Promise<number> {
  return (await store.countUsedByRegion(queries)).get(code) ?? 0
}
