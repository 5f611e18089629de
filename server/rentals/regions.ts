import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorChangeRegion, OperatorRegion } from '@clutch/contract/api/operator-rentals.ts'
import type { PracticeRegion } from '@clutch/contract/api/rentals.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { regionsInOrder } from '@clutch/contract/rules/region-filters.ts'
import { isRegionCode } from '@clutch/contract/rules/regions.ts'
import type { RegionCode } from '@clutch/contract/rules/regions.ts'
import type { House } from '../house.ts'
import { requireSeen } from '../http/seen-revision.ts'
import { announceLeases } from './lease-store.ts'
import * as store from './regions-store.ts'
import type { RegionRow } from './regions-store.ts'
import { isAvailable, isServed } from './room.ts'

/** G10, G23: where a server can stand, recommended regions first, each as the operator calls it. */
export async function listPracticeRegions(
  house: Pick<House, 'database' | 'settings'>,
): Promise<PracticeRegion[]> {
  const regions = await known(house)
  const used = await store.countUsed(house.database)
  const told = regions.map(({ code, row }) => ({
    region: code,
    name: { zh: row.name_zh, en: row.name_en },
    available: isAvailable(house, row, used.get(code) ?? 0),
    recommended: row.recommended,
    maintenance: ownMaintenance(row)?.text ?? null,
  }))
  return regionsInOrder(told, null)
}

/** Every region as the operator sets it. */
export async function listRegions(house: Pick<House, 'database' | 'settings'>): Promise<OperatorRegion[]> {
  const regions = await known(house)
  const used = await store.countUsed(house.database)
  return regions.map(({ code, row }) => ({
    code,
    name: { zh: row.name_zh, en: row.name_en },
    position: row.position,
    recommended: row.recommended,
    capacity: row.capacity,
    used: used.get(code) ?? 0,
    served: isServed(house, code),
    maintenance: ownMaintenance(row),
    revision: row.revision,
  }))
}

/** One of them; throws `region.not_found`. */
export async function readRegion(
  house: Pick<House, 'database' | 'settings'>,
  wanted: string,
): Promise<OperatorRegion> {
  const region = (await listRegions(house)).find(({ code }) => code === wanted)
  if (!region) throw new PortalError('region.not_found', 'There is no such region')
  return region
}

/** G23: changes what is named of a region; a capacity below what it holds only keeps others out. Throws `edit.conflict`. */
export async function changeRegion(
  house: House,
  code: string,
  { name, revision, ...change }: Body<typeof operatorChangeRegion>,
): Promise<OperatorRegion> {
  await house.database.transaction().execute(async (tx) => {
    const region = await store.lockRegion(tx, code)
    if (!region) throw new PortalError('region.not_found', 'There is no such region')
    requireSeen(region, revision)
    const {
      position = region.position,
      recommended = region.recommended,
      capacity = region.capacity,
    } = change
    await store.updateRegion(tx, code, {
      name_zh: name?.zh ?? region.name_zh,
      name_en: name?.en ?? region.name_en,
      position,
      recommended,
      capacity,
    })
    await announceLeases(tx)
  })
  return readRegion(house, code)
}

async function known({ database }: Pick<House, 'database'>): Promise<{ code: RegionCode; row: RegionRow }[]> {
  const rows = await store.selectRegions(database)
  return rows.flatMap((row) => (isRegionCode(row.code) ? [{ code: row.code, row }] : []))
}

/** G20: since when a region or a lease is under maintenance of its own, and what is said of it; null without. */
export function ownMaintenance({
  maintenance_since: since,
  maintenance_zh: zh,
  maintenance_en: en,
}: Pick<
  RegionRow,
  'maintenance_since' | 'maintenance_zh' | 'maintenance_en'
>): OperatorRegion['maintenance'] {
  return since && { since: since.getTime(), text: { zh, en } }
}
