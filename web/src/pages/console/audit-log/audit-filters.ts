import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import type { Filter } from '../kit/list/columns.ts'
import { operatorsQuery } from '../users/users.queries.ts'
import { areaPaths } from './audit-areas.ts'

const periodsInDays = [1, 7, 30, 90] as const
const areas = Object.keys(areaPaths) as (keyof typeof areaPaths)[]

/** The period that leaves nothing out. */
export const allTime = 'always'

/** What the audit log is filtered by: at first it shows what operators did. */
export function useAuditFilters(): Filter[] {
  const { t } = useTranslation()
  const { data: ops = [] } = useQuery(operatorsQuery)
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
      options: areas.map((value) => ({ value, text: t(($) => $.admin.areas[value]) })),
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
