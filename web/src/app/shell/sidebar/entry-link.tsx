import { Link } from '../../router/page-anchor.tsx'
import { useLocation } from '../../router/router-provider.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { isCurrent, type SidebarEntry } from './sidebar-entries.ts'

interface EntryLinkProps {
  entry: SidebarEntry
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
      className={shellStyles.entry}
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      replace={replace}
    >
      <Icon name={entry.icon} />
      <span>
        {t(($) => $.shell[entry.word])}
        {note && <small className={shellStyles.note}>{note}</small>}
      </span>
      {entry.isNew && <span className={shellStyles.new}>{t(($) => $.shell.new)}</span>}
    </Link>
  )
}
