import { useTranslation } from '../../../locales/translate.ts'
import { shellStyles } from '../../../ui/layout/shell-frame.tsx'
import { usePortal } from '../../portal/portal-context.ts'
import { PersonalEntry } from '../account/account.tsx'
import { sidebarEntries } from './sidebar-entries.ts'
import { EntryLink } from './entry-link.tsx'

/** B5: the sidebar's entries, by feature. With `replace` a choice takes the place of the present entry of the browser's history. */
export function Navigation({ replace = false }: { replace?: boolean }) {
  const { t } = useTranslation()
  const { features } = usePortal()
  return (
    <nav aria-label={t(($) => $.shell.navigation)} className={shellStyles.nav}>
      {sidebarEntries
        .filter(({ shown }) => shown(features))
        .map((entry) => {
          const Entry = entry.forSome ? PersonalEntry : EntryLink
          return <Entry key={entry.to} entry={entry} replace={replace} />
        })}
    </nav>
  )
}
