/** C18: the groups a player may be in, the lowest first. `normal` is everybody and is never granted. */
export const groups = ['normal', 'vip', 'pro', 'kol', 'op'] as const

export type Group = (typeof groups)[number]

/** The groups an operator grants, in the order of C18. */
export const grantedGroups = ['vip', 'pro', 'kol', 'op'] as const

export type GrantedGroup = (typeof grantedGroups)[number]

/** I2: the groups a board can be filtered by; each has its own ranks. */
export const boardGroups = ['pro', 'kol', 'op'] as const

export type BoardGroup = (typeof boardGroups)[number]

/** A player's badges as they stand beside the name: the highest first. */
export function inBadgeOrder(held: readonly GrantedGroup[]): GrantedGroup[] {
  return grantedGroups.filter((group) => held.includes(group)).toReversed()
}
