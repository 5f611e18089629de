import { useTranslation } from '../../../locales/translate.ts'
import { Account } from '../../../app/shell/account/account.tsx'
import { LanguageButton } from '../../../app/shell/language-button.tsx'
import { setTheme, useTheme } from '../../../app/browser/theme.ts'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { ConsoleSearch } from './console-search.tsx'
import { Link } from '../../../app/router/page-anchor.tsx'
import { useQuery } from '@tanstack/react-query'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { healthQuery } from '../overview/overview.queries.ts'
import { countProblems } from '../overview/count-problems.ts'
import { useConsoleAccess } from '../use-console-access.ts'

/** The right part of the console's header. */
export function ConsoleActions() {
  const { t } = useTranslation()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <>
      <ConsoleSearch />
      <HealthIndicator />
      <IconButton
        icon={other === 'light' ? 'sun' : 'moon'}
        variant="ghost"
        label={other === 'light' ? t(($) => $.shell.toLight) : t(($) => $.shell.toDark)}
        onClick={() => setTheme(other)}
      />
      <LanguageButton variant="ghost" short />
      <Account />
    </>
  )
}

/** The health indicator in the header; links to the problems. */
function HealthIndicator() {
  const { t } = useTranslation()
  const isIn = useConsoleAccess()
  const { data, error } = useQuery({ ...healthQuery, enabled: isIn })
  if (!isIn || (data === undefined && error === null)) return null
  const count = data === undefined ? 0 : countProblems(data)
  const isKnown = data !== undefined && error === null
  const tone: StatusTone = isKnown ? (count === 0 ? 'good' : 'bad') : 'muted'
  return (
    <Link to="/admin" className={shellStyles.health}>
      <Status tone={tone}>
        <span className={shellStyles.healthWord}>
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
