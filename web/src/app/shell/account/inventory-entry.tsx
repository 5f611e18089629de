import { useSearch } from '@tanstack/react-router'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { usePortal } from '../../portal/portal-context.ts'
import { useVipStatus } from '../../account/vip-status.queries.ts'
import type { SidebarEntry } from '../sidebar/sidebar-entries.ts'
import { EntryLink } from '../sidebar/entry-link.tsx'

interface InventoryEntryProps {
  entry: SidebarEntry
  replace?: boolean
}

/** B5: only for whom it lets in, where there is one; with the operator’s note. A visitor from elsewhere is not led there (A5). */
export function InventoryEntry({ entry, replace = false }: InventoryEntryProps) {
  const { i18n } = useTranslation()
  const { groups: held } = useVipStatus()
  const { groups, url, note } = usePortal().inventory
  const { from } = useSearch({ strict: false })
  if (url === undefined || from !== undefined || !groups.some((group) => held.includes(group))) return null
  return <EntryLink entry={entry} note={note[i18n.language as Language]} replace={replace} />
}
