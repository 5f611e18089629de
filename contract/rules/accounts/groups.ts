/**
 * C18: the groups an operator grants, the lowest first. All other players are `normal`, which is never
 * granted.
 */
export const grantedGroups = ['vip', 'pro', 'kol', 'op'] as const

export type GrantedGroup = (typeof grantedGroups)[number]

/** I2: the groups a board can be filtered by; each has its own ranks. */
export const boardGroups = ['pro', 'kol', 'op'] as const

export type BoardGroup = (typeof boardGroups)[number]

/** Returns a player's badges in display order: the highest first. */
export function sortForBadges(held: readonly GrantedGroup[]): GrantedGroup[] {
  return grantedGroups.filter((group) => held.includes(group)).toReversed()
}

/** C18, F5: the columns of the privilege table, in order; their names and details are words of the page. */
export const privilegeCategories = ['normal', ...grantedGroups] as const
export type PrivilegeCategory = (typeof privilegeCategories)[number]
