import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { fleetNodesOf } from './drivers/index.ts'
import * as store from './regions-store.ts'
import type { RegionRow } from './regions-store.ts'

type Parts = Pick<AppContext, 'config'>

/** Whether the settings have a machine for a region. */
export function isServed({ config }: Parts, region: string): boolean {
  return fleetNodesOf(config).some(({ regions }) => regions.includes('*') || regions.includes(region))
}

/** G10: whether another server can be made in a region: machines are there, places are left, nobody works on it. */
export function isAvailable(context: Parts, region: RegionRow, used: number): boolean {
  return region.maintenance_since === null && used < region.capacity && isServed(context, region.code)
}

/** The same now, of a region that may not exist; somebody else may take the place meanwhile. */
export async function hasRoom(context: Parts, queries: Queries, code: string): Promise<boolean> {
  const region = await store.selectRegion(queries, code)
  return region !== undefined && isAvailable(context, region, await usedOf(queries, code))
}

/** G23: whether players may choose a region, with room or not: a hidden one keeps the servers that are there, and takes no new ones. */
export async function isOffered(queries: Queries, code: string): Promise<boolean> {
  const region = await store.selectRegion(queries, code)
  return region !== undefined && !region.hidden
}

/** `hasRoom` for whoever takes the place in this transaction, which holds the region until its end. */
export async function takeRoom(context: Parts, tx: Queries, code: string): Promise<boolean> {
  const region = await store.lockRegion(tx, code)
  return region !== undefined && isAvailable(context, region, await usedOf(tx, code))
}

async function usedOf(queries: Queries, code: string): Promise<number> {
  return (await store.countUsed(queries)).get(code) ?? 0
}
