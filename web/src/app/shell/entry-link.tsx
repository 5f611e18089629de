import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../locales/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { navStyles } from '../../ui/shell-frame.tsx'
import { isCurrent, type Entry } from './entries.ts'

interface EntryLinkProps {
  entry: Entry
  /** Under its word; empty for none. */
  note?: string
  replace?: boolean
}

/** One entry of the sidebar. */
export function EntryLink({ entry, note, replace = false }: EntryLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Link
      to={entry.to}
      className={navStyles.entry}
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      activeProps={{}}
      replace={replace}
    >
      <Icon name={entry.icon} />
      <span>
        {t(($) => $.shell[entry.word])}
        {note && <small className={navStyles.note}>{note}</small>}
      </span>
      {entry.isNew && <span className={navStyles.new}>{t(($) => $.shell.new)}</span>}
    </Link>
  )
}
