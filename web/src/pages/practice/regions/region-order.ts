import type { PracticeRegion } from '@clutch/contract/api/rentals.ts'
import { isInFilter, regionsInOrder, type RegionFilter } from '@clutch/contract/rules/region-filters.ts'

/** G18: the regions of a filter: the present one first, then recommended ones, and those without room last. */
export function regionsShown(
  regions: readonly PracticeRegion[],
  filter: RegionFilter,
  current: string | null,
): PracticeRegion[] {
  const isLast = ({ region, recommended, available }: PracticeRegion) =>
    Number(region !== current && !recommended && !available)
  return regionsInOrder(regions, current)
    .filter(({ group }) => isInFilter(group, filter))
    .toSorted((one, other) => isLast(one) - isLast(other))
}
