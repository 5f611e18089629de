/** G18: the groups regions are shown by. */
export const regionFilters = ['all', 'china', 'asia', 'europe', 'america'] as const
export type RegionFilter = (typeof regionFilters)[number]

/** G23: China also holds the two cities that document 2 leaves out. */
const china: readonly string[] = [
  'ap-shanghai',
  'ap-beijing',
  'ap-guangzhou',
  'ap-chengdu',
  'ap-wuhan',
  'ap-hongkong',
  'ap-nanjing',
  'ap-chongqing',
]

/** G18, G23: whether a region is of a group; Asia is every `ap-` code as written, China included. */
export function isInFilter(region: string, filter: RegionFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'china') return china.includes(region)
  if (filter === 'asia') return region.startsWith('ap-')
  if (filter === 'europe') return region.startsWith('eu-')
  return region.startsWith('na-') || region.startsWith('sa-')
}

/** What the order of regions looks at. */
export interface RegionChoice {
  region: string
  recommended: boolean
}

/** G10, G18: the present region first, then recommended ones, then the rest, each as they came. */
export function regionsInOrder<R extends RegionChoice>(regions: readonly R[], current: string | null): R[] {
  const rank = ({ region, recommended }: R) => (region === current ? 0 : recommended ? 1 : 2)
  return regions.toSorted((one, other) => rank(one) - rank(other))
}
