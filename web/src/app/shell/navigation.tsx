import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icon.tsx'
import { navStyles } from '../../ui/shell-frame.tsx'
import { usePortal } from '../portal.ts'
import { entries, isCurrent } from './entries.ts'

/** B5: the sidebar's entries, by feature. `onChoice` is called for each press, also on the current one. */
export function Navigation({ onChoice }: { onChoice?: () => void }) {
  const { t } = useTranslation()
  const { features } = usePortal()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t(($) => $.shell.navigation)} className={navStyles.nav}>
      {entries
        .filter(({ shown }) => shown(features))
        .map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={navStyles.entry}
            aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
            activeProps={{}}
            onClick={onChoice}
          >
            <Icon name={entry.icon} />
            {t(($) => $.shell[entry.word])}
          </Link>
        ))}
    </nav>
  )
}
