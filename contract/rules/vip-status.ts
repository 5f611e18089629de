import { type GrantedGroup, inBadgeOrder } from './groups.ts'

export type VipType = 'none' | GrantedGroup

/** C18, F7: the group that stands for a player: the highest of those held, op, kol, pro, vip; without one `none`. */
export function vipTypeOf(held: readonly GrantedGroup[]): VipType {
  return inBadgeOrder(held)[0] ?? 'none'
}
