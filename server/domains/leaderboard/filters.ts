import { type BoardGroup, boardGroups } from '@clutch/contract/rules/groups.ts'

/** The filter that leaves nobody out. */
export const everybody = 0

const filters = [1, 2, 3, 4, 5, 6, 7]

/** I2: groups as bits: pro 1, kol 2, op 4. Of a player the groups held, of a filter the groups asked for. */
export function groupBits(groups: readonly string[]): number {
  return boardGroups.reduce((bits, group, index) => (groups.includes(group) ? bits | (1 << index) : bits), 0)
}

/** The bit of one group, which is also the filter that asks for it alone. */
export function bitOf(group: BoardGroup): number {
  return groupBits([group])
}

/** The orders a player of these groups stands in: everybody's, and once in each filter that meets the groups. */
export function filtersOf(bits: number): number[] {
  return [everybody, ...filters.filter((filter) => (filter & bits) !== 0)]
}

/** The filter of a comma list of groups as the address has it; nothing is everybody. */
export function readFilter(usergroup: string | undefined): number {
  return groupBits((usergroup ?? '').split(','))
}
