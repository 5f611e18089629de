import type { Features } from '@clutch/contract/features.ts'
import {
  sortForBadges,
  privilegeCategories,
  type PrivilegeCategory,
} from '@clutch/contract/rules/accounts/groups.ts'
import type { VipStatus } from '../../../../app/account/vip-status.queries.ts'

/** What a flag of the API means (F5). */
export type Permission = 'allowed' | 'optional' | 'forbidden'

/** F5: 1 allowed, 2 optional, anything else forbidden. */
export function toPermission(flag: number): Permission {
  return flag === 1 ? 'allowed' : flag === 2 ? 'optional' : 'forbidden'
}

/** F5: the categories the operator shows, in their order. */
export function enabledColumns(enabled: Features['categories']): PrivilegeCategory[] {
  return privilegeCategories.filter((category) => enabled[category])
}

/** Returns the highlighted column: the user's highest group; for all others VIP, which is sold here. */
export function findMarkedColumn(groups: VipStatus['groups']): { column: PrivilegeCategory; own: boolean } {
  const [highest] = sortForBadges(groups)
  return highest === undefined ? { column: 'vip', own: false } : { column: highest, own: true }
}
