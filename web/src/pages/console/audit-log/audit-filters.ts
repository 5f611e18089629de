import { operatorListOperators } from '@clutch/contract/api/accounts/operators.ts'
import { operatorAreas } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useMayCall } from '../kit/permissions.ts'
import type { Filter } from '../kit/list/columns.ts'
import { operatorsQuery } from '../users/users.queries.ts'

const periodsInDays = [1, 7, 30, 90] as const

/** The period that leaves nothing out. */
export const allTime = 'always'

/** What the audit log is filtered by: at first it shows what operators did. */
export function useAuditFilters(): Filter[] {
  const { t } = useTranslation()
  const mayCall = useMayCall()
  const { data: ops = [] } = useQuery({ ...operatorsQuery, enabled: mayCall(operatorListOperators) })
  return [
    {
      id: 'by',
      label: t(($) => $.adminUsers.audit.by),
      otherwise: t(($) => $.adminUsers.audit.byOperators),
      options: [
        { value: 'players', text: t(($) => $.adminUsers.audit.byPlayers) },
        { value: 'all', text: t(($) => $.adminUsers.audit.byAll) },
      ],
    },
    {
      id: 'actor',
      label: t(($) => $.adminUsers.audit.actor),
      options: [
        ...ops.map(({ steamId, username }) => ({ value: steamId, text: username })),
        { value: 'operator', text: t(($) => $.adminUsers.audit.token) },
      ],
    },
    {
      id: 'area',
      label: t(($) => $.adminUsers.audit.area),
      options: operatorAreas.map((value) => ({ value, text: t(($) => $.adminUsers.roles.areas[value]) })),
    },
    {
      id: 'outcome',
      label: t(($) => $.adminUsers.audit.outcome),
      options: [
        { value: 'done', text: t(($) => $.adminUsers.audit.done) },
        { value: 'refused', text: t(($) => $.adminUsers.audit.refused) },
      ],
    },
    {
      id: 'days',
      label: t(($) => $.adminUsers.audit.at),
      options: [
        ...periodsInDays.map((count) => ({
          value: String(count),
          text: t(($) => $.adminUsers.withinDays, { count }),
        })),
        { value: allTime, text: t(($) => $.adminUsers.audit.always) },
      ],
    },
  ]
}
