import { type BoardGroup, boardGroups } from '@clutch/contract/rules/accounts/groups.ts'

/** The filter that includes all players. */
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

/**
 * Returns the orders that include a player of these groups: the unfiltered one, and each filter that contains
 * one of the groups.
 */
export function matchingFilters(bits: number): number[] {
  return [unfiltered, ...groupFilters.filter((filter) => (filter & bits) !== 0)]
}

/** Returns the filter for a comma-separated list of groups in the URL; an empty one includes all players. */
export function parseGroupFilter(usergroup: string | undefined): number {
  return toGroupBits((usergroup ?? '').split(','))
}
