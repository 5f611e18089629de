import { type GrantedGroup, sortForBadges } from '../accounts/groups.ts'

export type VipType = 'none' | GrantedGroup

/** C18, F7: the group that stands for a player: the highest of those held, op, kol, pro, vip; without one `none`. */
export function getVipType(held: readonly GrantedGroup[]): VipType {
  return sortForBadges(held)[0] ?? 'none'
}
