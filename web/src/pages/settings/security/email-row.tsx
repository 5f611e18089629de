import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { SettingRow } from '../setting-row.tsx'
import { removeEmailSignIn } from '../settings.queries.ts'
import { useAction } from '../../../app/api/use-action.ts'
import styles from './security.module.css'

interface EmailRowProps {
  steamId: string
  email: string | null
}

/** J2: the e-mail address that signs in, to be added or removed. */
export function EmailRow({ steamId, email }: EmailRowProps) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {email === null ? (
        <SettingRow
          lead={<Icon name="mail" />}
          title={t(($) => $.settings.security.noEmail)}
          hint={t(($) => $.settings.security.noEmailNext)}
        >
          <Button onClick={() => openSignIn('emailRegister')}>
            {t(($) => $.settings.security.addEmail)}
          </Button>
        </SettingRow>
      ) : (
        <SettingRow lead={<Icon name="mail" />} title={email} hint={t(($) => $.settings.security.emailHint)}>
          <Button
            aria-label={t(($) => $.settings.security.removeEmailOf, { email })}
            onClick={() => setRemoving(email)}
          >
            {t(($) => $.settings.security.removeEmail)}
          </Button>
        </SettingRow>
      )}
      <RemoveEmail steamId={steamId} email={removing} place={place} onClose={() => setRemoving(null)} />
    </div>
  )
}

interface RemoveEmailProps {
  steamId: string
  /** Null: closed. */
  email: string | null
  /** Gets the focus when the address, and so its button, is gone. */
  place: RefObject<HTMLElement | null>
  onClose: () => void
}

function RemoveEmail({ steamId, email, place, onClose }: RemoveEmailProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useErrorText()
  // The content remains while the dialog closes.
  const [last, setLast] = useState(email)
  if (email !== null && email !== last) setLast(email)
  const [removed, setRemoved] = useState<string | null>(null)
  const remove = useAction(() => removeEmailSignIn(client, steamId))
  if (last === null) return null
  const close = () => {
    remove.clear()
    onClose()
  }
  const confirm = async () => {
    if (!(await remove.run())) return
    setRemoved(last)
    close()
    showToast({ tone: 'good', title: t(($) => $.settings.security.emailRemoved) })
  }
  return (
    <ConfirmDialog
      open={email !== null}
      onCancel={close}
      onConfirm={() => void confirm()}
      title={t(($) => $.settings.security.removeEmailTitle)}
      message={t(($) => $.settings.security.removeEmailText, { email: last })}
      action={t(($) => $.settings.security.removeEmail)}
      submitting={remove.busy}
      error={remove.error === null ? null : words(remove.error)}
      finalFocus={removed === last ? place : undefined}
    />
  )
}
