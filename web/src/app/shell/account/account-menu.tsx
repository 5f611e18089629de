import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import { createLink } from '../../router/page-anchor.tsx'
import { useState, type RefObject } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Menu, MenuButton, MenuHead, MenuLine, MenuLink } from '../../../ui/menus/menu.tsx'
import { Popover } from '../../../ui/dialogs/popover.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { useIsMobile } from '../../../ui/state/use-media-query.ts'
import { logOut, logOutEverywhere } from '../../account/account.queries.ts'
import { useErrorText } from '../../api/error-text.ts'
import { usePortal } from '../../portal/portal-context.ts'
import { useCopy } from '../../copy/use-copy.ts'
import { useVipStatus } from '../../account/vip-status.queries.ts'
import { OwnBadges } from './own-badges.tsx'

const MenuPageLink = createLink(MenuLink)

interface AccountMenuProps {
  open: boolean
  onClose: () => void
  opener: RefObject<HTMLButtonElement | null>
  user: Identity
}

/** B3: the SteamID to copy, one’s orders, the settings, and two ways out, each of which asks first. */
export function AccountMenu({ open, onClose, opener, user }: AccountMenuProps) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const { features } = usePortal()
  const { groups } = useVipStatus()
  const { t } = useTranslation()
  const mobile = useIsMobile()
  const leave = (way: Leaving) => {
    onClose()
    setLeaving(way)
  }
  return (
    <>
      <Popover
        open={open}
        onClose={onClose}
        anchor={opener.current}
        label={t(($) => $.shell.account)}
        align="end"
      >
        <Menu>
          {mobile && (
            <>
              <MenuHead title={user.username}>
                <OwnBadges />
              </MenuHead>
              <MenuLine />
            </>
          )}
          <SteamId steamId={user.steamId} />
          <MenuPageLink to="/orders" icon="rules" onClick={onClose}>
            {t(($) => $.signIn.orders)}
          </MenuPageLink>
          <MenuPageLink to="/reports" icon="warning" onClick={onClose}>
            {t(($) => $.signIn.reports)}
          </MenuPageLink>
          {features.settings.enabled ? (
            <MenuPageLink to="/settings" icon="settings" onClick={onClose}>
              {t(($) => $.shell.settings)}
            </MenuPageLink>
          ) : (
            <MenuPageLink to="/mail-settings" icon="settings" onClick={onClose}>
              {t(($) => $.signIn.mails)}
            </MenuPageLink>
          )}
          {groups.includes('op') && (
            <MenuPageLink to="/admin" icon="shield" onClick={onClose}>
              {t(($) => $.signIn.console)}
            </MenuPageLink>
          )}
          <MenuLine />
          <MenuButton icon="logout" onClick={() => leave('here')}>
            {t(($) => $.signIn.leave.here)}
          </MenuButton>
          <MenuButton icon="device" onClick={() => leave('everywhere')}>
            {t(($) => $.signIn.leave.everywhere)}
          </MenuButton>
        </Menu>
      </Popover>
      <LeaveDialog way={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

/** B3: a click copies it, and says so for 2 s. */
function SteamId({ steamId }: { steamId: string }) {
  const { copied, copy } = useCopy()
  const { t } = useTranslation()
  const done = copied !== null
  return (
    <MenuButton
      icon={done ? 'check' : 'copy'}
      good={done}
      onClick={() => copy(steamId)}
      end={<output>{done && t(($) => $.signIn.copied)}</output>}
    >
      <VisuallyHidden>{t(($) => $.signIn.copySteamId)} </VisuallyHidden>
      {steamId}
    </MenuButton>
  )
}

type Leaving = 'here' | 'everywhere'

interface LeaveDialogProps {
  way: Leaving | null
  onClose: () => void
}

/** B3, C16: asks before signing out here, or everywhere. */
function LeaveDialog({ way, onClose }: LeaveDialogProps) {
  const [shown, setShown] = useState<Leaving>('here')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (way !== null && way !== shown) setShown(way)
  const cancel = () => {
    setError(null)
    onClose()
  }
  const leave = async () => {
    setBusy(true)
    setError(null)
    try {
      await (shown === 'here' ? logOut() : logOutEverywhere())
      showToast({ tone: 'good', title: t(($) => $.signIn.left) })
    } catch (reason) {
      setError(errorText(reason))
    }
    setBusy(false)
  }
  return (
    <ConfirmDialog
      open={way !== null}
      onCancel={cancel}
      onConfirm={() => void leave()}
      title={t(($) => $.signIn.leaveTitle[shown])}
      message={t(($) => $.signIn.leaveMessage[shown])}
      action={t(($) => $.signIn.leave[shown])}
      submitting={busy}
      error={error}
    />
  )
}
