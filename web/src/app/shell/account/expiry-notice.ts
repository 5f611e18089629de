import { getDueVipReminder } from '@clutch/contract/rules/vip/vip-term.ts'
import type { VipStatus } from '../../account/vip-status.queries.ts'

/**
 * A membership that is about to end: its end (ms since 1970), and a key that differs for each end and stage.
 */
interface ExpiryNotice {
  ends: number
  key: string
}

/** Returns the notice to show now for a membership's end; null if none is due. */
export function findExpiryNotice(
  { groups, expireDate, grantedDate }: Pick<VipStatus, 'groups' | 'expireDate' | 'grantedDate'>,
  now: number,
): ExpiryNotice | null {
  if (expireDate === null || !groups.includes('vip')) return null
  const days = getDueVipReminder(expireDate, now, grantedDate)
  return days === null ? null : { ends: expireDate, key: `${expireDate} ${days}` }
}
