import type { Body } from '@clutch/contract/api/call.ts'
import type {
  operatorAddRegion,
  operatorChangeRegion,
  OperatorRegion,
} from '@clutch/contract/api/rentals/operator-regions.ts'
import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type RegionGroup,
  regionGroups,
  sortRegions,
} from '@clutch/contract/rules/rentals/regions/region-filters.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { notifyRentalsChanged } from '../rentals.store.ts'
import * as store from './regions.store.ts'
import { readRegionRoom } from '../hosts/region-room.service.ts'
import { hasRoomForAny, isRegionAvailable, isRegionServed } from './region-capacity.service.ts'

/**
 * G10, G23: the regions that are offered, recommended ones first, each as the operator calls it. One whose places are all taken is
 * listed as such; a hidden one is not.
 */
export async function listRentableRegions(
  context: Pick<AppContext, 'database' | 'config'>,
): Promise<RentalRegion[]> {
  const rows = await store.selectRegions(context.database)
  const used = await store.countUsedByRegion(context.database)
  const hasRoom = await readRegionRoom(context, context.database)
  const offered = rows.filter(({ hidden }) => !hidden)
  const regions = offered.map((row) => ({
    region: row.code,
    name: { zh: row.name_zh, en: row.name_en },
    group: getRegionGroup(row),
    available: isRegionAvailable(context, row, used.get(row.code) ?? 0) && hasRoomForAny(hasRoom, row.code),
    recommended: row.recommended,
    maintenance: getOwnMaintenance(row)?.text ?? null,
  }))
  return sortRegions(regions, null)
}

/** Every region as the operator sets it. */
export async function listRegions(
  context: Pick<AppContext, 'database' | 'config'>,
): Promise<OperatorRegion[]> {
  const rows = await store.selectRegions(context.database)
  const used = await store.countUsedByRegion(context.database)
  return rows.map((row) => ({
    code: row.code,
    name: { zh: row.name_zh, en: row.name_en },
    group: getRegionGroup(row),
    hidden: row.hidden,
    position: row.position,
    recommended: row.recommended,
    capacity: row.capacity,
    used: used.get(row.code) ?? 0,
    served: isRegionServed(context, row.code),
    cordoned: row.cordoned_at?.getTime() ?? null,
    maintenance: getOwnMaintenance(row),
    revision: row.revision,
  }))
}

/** Returns one region; throws `region.not_found`. */
export async function getRegion(
  context: Pick<AppContext, 'database' | 'config'>,
  regionCode: string,
): Promise<OperatorRegion> {
  const region = (await listRegions(context)).find(({ code }) => code === regionCode)
  if (!region) throw regionNotFound()
  return region
}

/** G23: adds a region. Throws `region.exists`, and `request.invalid` for one without a name. */
export async function createRegion(
  context: AppContext,
  { code, name, group, position, ...settings }: Body<typeof operatorAddRegion>,
): Promise<OperatorRegion> {
  await context.database.transaction().execute(async (tx) => {
    const { recommended = false, hidden = false, capacity = 0 } = settings
    const region = {
      code,
      ...toNameColumns(name),
      filter_group: group,
      position,
      recommended,
      hidden,
      capacity,
    }
    if (!(await store.insertRegion(tx, region)))
      throw new PortalError('region.exists', 'There is a region with this code')
    await notifyRentalsChanged(tx)
  })
  return getRegion(context, code)
}

/**
 * G23: changes the given fields of a region; a capacity below its use only prevents new rentals. Throws
 * `region.not_found`, `request.invalid` for an empty name, and `edit.conflict`.
 */
export async function updateRegion(
  context: AppContext,
  code: string,
  { name, group, revision, ...change }: Body<typeof operatorChangeRegion>,
): Promise<OperatorRegion> {
  await context.database.transaction().execute(async (tx) => {
    const region = await lockExistingRegion(tx, code)
    assertRevision(region, revision)
    const {
      position = region.position,
      recommended = region.recommended,
      hidden = region.hidden,
      capacity = region.capacity,
    } = change
    await store.updateRegion(tx, code, {
      ...toNameColumns({ zh: name?.zh ?? region.name_zh, en: name?.en ?? region.name_en }),
      filter_group: group ?? region.filter_group,
      position,
      recommended,
      hidden,
      capacity,
    })
    await notifyRentalsChanged(tx)
  })
  return getRegion(context, code)
}

/** G23: deletes a region that was never used. Throws `region.not_found`, `region.in_use` and `edit.conflict`. */
export async function deleteRegion(context: AppContext, code: string, revision?: number): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    assertRevision(await lockExistingRegion(tx, code), revision)
    if (!(await store.deleteUnusedRegion(tx, code)))
      throw new PortalError('region.in_use', 'This region has or had servers')
    await notifyRentalsChanged(tx)
  })
}

async function lockExistingRegion(tx: Queries, code: string): Promise<store.RegionRow> {
  const region = await store.lockRegion(tx, code)
  if (!region) throw regionNotFound()
  return region
}

/** A name in one language is used for both. */
function toNameColumns({ zh, en }: { zh: string; en: string }): { name_zh: string; name_en: string } {
  const [chinese, english] = [zh.trim(), en.trim()]
  if (chinese === '' && english === '')
    throw new PortalError('request.invalid', 'name: empty in both languages')
  return { name_zh: chinese || english, name_en: english || chinese }
}

function getRegionGroup({ filter_group: group }: store.RegionRow): RegionGroup {
  return regionGroups.find((known) => known === group) ?? 'other'
}

function regionNotFound(): PortalError {
  return new PortalError('region.not_found', 'There is no such region')
}

/**
 * G20: since when a region or a rental is itself under maintenance, and the text shown about it; null if it
 * is not.
 */
export function getOwnMaintenance({
  maintenance_since: since,
  maintenance_zh: zh,
  maintenance_en: en,
}: Pick<
  store.RegionRow,
  'maintenance_since' | 'maintenance_zh' | 'maintenance_en'
>): OperatorRegion['maintenance'] {
  return since && { since: since.getTime(), text: { zh, en } }
}
