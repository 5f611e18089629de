import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { AccountButton } from '../../../ui/people/account-button.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { accountButtonId, focusAccountButton } from '../../account/account-focus.ts'
import { useVipStatusRefresh } from '../../account/vip-status.queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { OwnBadges } from './own-badges.tsx'

export { InventoryEntry } from './inventory-entry.tsx'
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
    if (fresh) focusAccountButton()
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
