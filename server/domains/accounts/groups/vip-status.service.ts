import { type GrantedGroup, grantedGroups, sortForBadges } from '@clutch/contract/rules/accounts/groups.ts'
import { type VipType, getVipType } from '@clutch/contract/rules/vip/vip-status.ts'
import type { AppContext } from '../../../platform/context.ts'
import { selectMemberships } from './groups.store.ts'

interface VipStatus {
  type: VipType
  groups: GrantedGroup[]
  /** ms since 1970. */
  expireDate: number | null
  grantedDate?: number
}

/** F7: the groups a player holds now, and to that player (`asks`) when VIP ends. */
export async function getVipStatus(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  steamId: string,
  asks: string | null,
): Promise<VipStatus> {
  const rows = await selectMemberships(database, clock.now()).where('steam_id', '=', steamId).execute()
  const held = (group: GrantedGroup) => rows.find((row) => row.group_name === group)
  const groups = sortForBadges(grantedGroups.filter((group) => held(group)))
  const own = asks === steamId ? held('vip') : undefined
  const expires = own?.expires_at?.getTime() ?? null
  const ends = {
    expireDate: expires,
    ...(own && expires !== null && { grantedDate: own.granted_at.getTime() }),
  }
  return { type: getVipType(groups), groups, ...ends }
}
