import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import {
  isRegionInFilter,
  sortRegions,
  type RegionFilter,
} from '@clutch/contract/rules/rentals/regions/region-filters.ts'

/** G18: the regions of a filter: the present one first, then recommended ones, and those without room last. */
export function orderRegions(
  regions: readonly RentalRegion[],
  filter: RegionFilter,
  current: string | null,
): RentalRegion[] {
  const isLast = ({ region, recommended, available }: RentalRegion) =>
    Number(region !== current && !recommended && !available)
  return sortRegions(regions, current)
    .filter(({ group }) => isRegionInFilter(group, filter))
    .toSorted((one, other) => isLast(one) - isLast(other))
}
