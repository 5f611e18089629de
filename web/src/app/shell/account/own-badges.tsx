import { sortForBadges } from '@clutch/contract/rules/accounts/groups.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/people/badge.tsx'
import { formatIsoDay } from '../../time/community-clock.ts'
import { useVipStatus } from '../../account/vip-status.queries.ts'

/** B4, C18: every badge of who is signed in, the highest group first, VIP with its end. */
export function OwnBadges() {
  const { groups, expireDate } = useVipStatus()
  const { t } = useTranslation()
  return sortForBadges(groups).map((group) => (
    <Badge key={group} tone={group} solid>
      {group === 'vip' && expireDate !== null
        ? t(($) => $.shell.vipUntil, { date: formatIsoDay(expireDate) })
        : t(($) => $.shell.badge[group])}
    </Badge>
  ))
}
