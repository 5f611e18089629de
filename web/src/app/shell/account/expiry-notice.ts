import { getDueVipReminder } from '@clutch/contract/rules/vip/vip-term.ts'
import type { VipStatus } from '../../account/vip-status.queries.ts'

/** A membership that is about to end: when (ms since 1970), and a key that is another one for another end or stage. */
interface ExpiryNotice {
  ends: number
  key: string
}

/** Whether the end of a membership is to be told now; null: it is not. */
export function findExpiryNotice(
  { groups, expireDate, grantedDate }: Pick<VipStatus, 'groups' | 'expireDate' | 'grantedDate'>,
  now: number,
): ExpiryNotice | null {
  if (expireDate === null || !groups.includes('vip')) return null
  const days = getDueVipReminder(expireDate, now, grantedDate)
  return days === null ? null : { ends: expireDate, key: `${expireDate} ${days}` }
}
