/** G18: the groups regions are shown by. */
export const regionFilters = ['all', 'china', 'asia', 'europe', 'america'] as const
export type RegionFilter = (typeof regionFilters)[number]

/** G23: where a region belongs. One that is nowhere else (`other`) is found under all regions only. */
export const regionGroups = ['china', 'asia', 'europe', 'america', 'other'] as const
export type RegionGroup = (typeof regionGroups)[number]

/** G18, G23: whether a region's group is in a filter; Asia holds China. */
export function isRegionInFilter(group: RegionGroup, filter: RegionFilter): boolean {
  return filter === 'all' || group === filter || (filter === 'asia' && group === 'china')
}

/** What the order of regions looks at. */
export interface RegionChoice {
  region: string
  recommended: boolean
}

/** G10, G18: the present region first, then recommended ones, then the rest, each as they came. */
export function sortRegions<R extends RegionChoice>(regions: readonly R[], current: string | null): R[] {
  const rank = ({ region, recommended }: R) => (region === current ? 0 : recommended ? 1 : 2)
  return regions.toSorted((one, other) => rank(one) - rank(other))
}
