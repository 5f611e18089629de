import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { AccountCard } from '../../../ui/people/account-card.tsx'
import { AccountButton } from '../../../ui/people/account-button.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { accountButtonId, focusAccountButtonWhenLost } from '../../account/account-focus.ts'
import { useVipStatus, useVipStatusRefresh } from '../../account/vip-status.queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { OwnBadges } from './own-badges.tsx'
import { useSearch } from '../../router/router-provider.tsx'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useSession } from '../../session/session.ts'
import { usePortal } from '../../portal/portal-context.ts'
import type { SidebarEntry } from '../sidebar/sidebar-entries.ts'
import { EntryLink } from '../sidebar/entry-link.tsx'

export { VipEnding } from './vip-expiry-notice.tsx'

interface OwnAccountProps {
  user: Identity
  /** Signed in on this very page: the button they pressed for it is gone, and this one takes its focus. */
  fresh: boolean
}

/** B3, C18: picture, name and badges of who is signed in, and their menu. */
export function OwnAccount({ user, fresh }: OwnAccountProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { t } = useTranslation()
  useVipStatusRefresh()
  useEffect(() => {
    if (fresh) return focusAccountButtonWhenLost()
    return undefined
  }, [fresh])
  return (
    <>
      <AccountButton
        ref={opener}
        id={accountButtonId}
        name={user.username}
        seed={user.steamId}
        url={user.avatar}
        label={t(($) => $.shell.account)}
        badges={<OwnBadges />}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...floatingIntent}
        onClick={() => setOpen(!open)}
      />
      <AccountMenu open={open} onClose={() => setOpen(false)} opener={opener} user={user} />
    </>
  )
}

/** B4: picture, name and badges of who is signed in, in the sidebar of a phone. */
export function OwnCard() {
  const user = useSession()?.user
  if (user === undefined) return null
  return <AccountCard name={user.username} seed={user.steamId} url={user.avatar} badges={<OwnBadges />} />
}

interface InventoryEntryProps {
  entry: SidebarEntry
  replace?: boolean
}

/** B5: only for whom it lets in, where there is one; with the operator’s note. A visitor from elsewhere is not led there (A5). */
export function InventoryEntry({ entry, replace = false }: InventoryEntryProps) {
  const { i18n } = useTranslation()
  const { groups: held } = useVipStatus()
  const { groups, url, note } = usePortal().inventory
  const { from } = useSearch()
  if (url === undefined || from !== undefined || !groups.some((group) => held.includes(group))) return null
  return <EntryLink entry={entry} note={note[i18n.language as Language]} replace={replace} />
}
