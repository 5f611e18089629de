import { type BoardGroup, boardGroups } from '@clutch/contract/rules/accounts/groups.ts'

/** The filter that leaves nobody out. */
export const unfiltered = 0

const groupFilters = [1, 2, 3, 4, 5, 6, 7]

/** I2: groups as bits: pro 1, kol 2, op 4. Of a player the groups held, of a filter the groups asked for. */
export function toGroupBits(groups: readonly string[]): number {
  return boardGroups.reduce((bits, group, index) => (groups.includes(group) ? bits | (1 << index) : bits), 0)
}

/** The bit of one group, which is also the filter that asks for it alone. */
export function groupBit(group: BoardGroup): number {
  return toGroupBits([group])
}

/** The orders a player of these groups stands in: everybody's, and once in each filter that meets the groups. */
export function matchingFilters(bits: number): number[] {
  return [unfiltered, ...groupFilters.filter((filter) => (filter & bits) !== 0)]
}

/** The filter of a comma list of groups as the address has it; nothing is everybody. */
export function parseGroupFilter(usergroup: string | undefined): number {
  return toGroupBits((usergroup ?? '').split(','))
}
