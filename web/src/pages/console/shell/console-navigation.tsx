import { Link } from '../../../app/router/page-anchor.tsx'
import { useLocation } from '../../../app/router/router-provider.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { findArea, areas, type Area } from '../kit/areas.ts'
import { healthQuery } from '../overview/overview.queries.ts'
import type { Attention } from '@clutch/contract/api/console/console.ts'
import type { OperatorPermissions } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { maySeePage, usePermissions } from '../kit/permissions.ts'
import { useConsoleAccess } from '../use-console-access.ts'

/** The areas of the console, and the way back to the portal. With `replace` a choice takes the place of the present entry of the browser's history. */
export function ConsoleNavigation({ replace = false }: { replace?: boolean }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const current = findArea(pathname)
  const counts = useCounts()
  const permissions = usePermissions()
  return (
    <>
      <nav aria-label={t(($) => $.admin.navigation)} className={shellStyles.nav}>
        {areas
          .flatMap((area) => visibleArea(area, permissions))
          .map((area) => (
            <Entry
              key={area.word}
              area={area}
              count={counts[area.word]}
              isCurrent={area.word === current.word}
              replace={replace}
            />
          ))}
      </nav>
      <div className={shellStyles.foot}>
        <Link to="/" className={shellStyles.elsewhere} replace={replace}>
          {t(($) => $.admin.backToPortal)}
        </Link>
      </div>
    </>
  )
}

type VisibleArea = Pick<Area, 'word' | 'path' | 'icon'>

/** An area with its first page that the operator may see; nothing where they may see none of it. */
function visibleArea({ word, path, icon, tabs }: Area, permissions: OperatorPermissions): VisibleArea[] {
  const pages = [path, ...tabs.map((tab) => tab.path)]
  const first = pages.find((page) => maySeePage(permissions, page))
  return first === undefined ? [] : [{ word, path: first, icon } as VisibleArea]
}

const moneyKinds: ReadonlySet<Attention['kind']> = new Set([
  'order',
  'refund',
  'refundRequest',
  'alert',
  'question',
])

interface Count {
  number: number
  /** It needs attention. */
  bad?: boolean
}

/** Returns the counts next to the areas: servers, rentals, and items that wait for an operator. */
function useCounts(): Partial<Record<Area['word'], Count>> {
  const isIn = useConsoleAccess()
  const { data } = useQuery({ ...healthQuery, enabled: isIn })
  if (!isIn || data === undefined) return {}
  const { counts, jobs, attention } = data
  const cases = attention.find(({ kind }) => kind === 'case')?.count ?? 0
  const money = attention
    .filter(({ kind }) => moneyKinds.has(kind))
    .reduce((sum, { count }) => sum + count, 0)
  return {
    servers: { number: counts.servers },
    rentals: { number: counts.rentals },
    ...(cases > 0 && { cases: { number: cases, bad: true } }),
    ...(money > 0 && { orders: { number: money, bad: true } }),
    ...(jobs.failed > 0 && { jobs: { number: jobs.failed, bad: true } }),
  }
}

interface EntryProps {
  area: VisibleArea
  count: Count | undefined
  isCurrent: boolean
  replace: boolean
}

function Entry({ area, count, isCurrent, replace }: EntryProps) {
  const { t } = useTranslation()
  const look = {
    className: joinClassNames(shellStyles.entry, shellStyles.dense),
    'aria-current': isCurrent ? ('page' as const) : undefined,
    replace,
  }
  const content = (
    <>
      <Icon name={area.icon} />
      {t(($) => $.admin.areas[area.word])}
      {count && (
        <span className={shellStyles.count} data-bad={count.bad}>
          {count.number}
        </span>
      )}
    </>
  )
  return area.path === '' ? (
    <Link to="/admin" {...look}>
      {content}
    </Link>
  ) : (
    <Link to="/admin/$" params={{ _splat: area.path }} {...look}>
      {content}
    </Link>
  )
}
