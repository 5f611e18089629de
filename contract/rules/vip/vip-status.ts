import { type GrantedGroup, sortForBadges } from '../accounts/groups.ts'

export type VipType = 'none' | GrantedGroup

/** C18, F7: returns the group shown for a player: the highest of op, kol, pro, vip; `none` without one. */
export function getVipType(held: readonly GrantedGroup[]): VipType {
  return sortForBadges(held)[0] ?? 'none'
}
