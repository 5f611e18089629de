import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { navStyles } from '../../../ui/shell-frame.tsx'
import { Status, type StatusTone } from '../../../ui/status-dot.tsx'
import { healthQuery } from '../overview/overview.queries.ts'
import { troublesOf } from '../overview/troubles.ts'
import { useIsIn } from '../use-is-in.ts'

/** Whether everything works, in the header; leads to what does not. */
export function HealthWord() {
  const { t } = useTranslation()
  const isIn = useIsIn()
  const { data, error } = useQuery({ ...healthQuery, enabled: isIn })
  if (!isIn || (data === undefined && error === null)) return null
  const count = data === undefined ? 0 : troublesOf(data)
  const isKnown = data !== undefined && error === null
  const tone: StatusTone = isKnown ? (count === 0 ? 'good' : 'bad') : 'muted'
  return (
    <Link to="/admin" className={navStyles.health}>
      <Status tone={tone}>
        <span className={navStyles.healthWord}>
          {isKnown
            ? count === 0
              ? t(($) => $.admin.health.good)
              : t(($) => $.admin.health.bad, { count })
            : t(($) => $.admin.health.unknown)}
        </span>
      </Status>
    </Link>
  )
}
