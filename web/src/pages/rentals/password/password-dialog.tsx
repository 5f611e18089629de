import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { rentalPasswordMaxLength, rentalPasswordMinLength } from '@clutch/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useId, useRef, useState } from 'react'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Form, FormDone, FormText } from '../../../ui/forms/form.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import type { ServerDialogProps } from '../dialogs/dialog-props.ts'
import { CallFailure } from '../dialogs/call-failure.tsx'
import { OkButton } from '../dialogs/ok-button.tsx'
import { getAppliedState } from '../rental-state.ts'
import { usePortalNow } from '../portal-clock.ts'
import { changePassword, infoQuery } from '../rentals.queries.ts'

import { findPasswordErrors, type PasswordErrors, type TypedPassword } from './password-faults.ts'

const emptyPassword = { password: '', again: '' }
const noErrors: PasswordErrors = { password: null, again: null }

/** The two fields of a new password, and their errors. */
function useNewPassword() {
  const [typed, setTyped] = useState<TypedPassword>(emptyPassword)
  const [faults, setFaults] = useState(noErrors)
  return {
    typed,
    faults,
    set: (part: keyof TypedPassword, text: string) => {
      setTyped({ ...typed, [part]: text })
      setFaults({ ...faults, [part]: null, again: null })
    },
    /** Validates a field when it loses focus. */
    leave: (part: keyof TypedPassword) => {
      if (typed[part] !== '') setFaults({ ...faults, [part]: findPasswordErrors(typed)[part] })
    },
    /** Says everything that is wrong; true when nothing is. */
    check: (): boolean => {
      const found = findPasswordErrors(typed)
      setFaults(found)
      return found.password === null && found.again === null
    },
  }
}

/** G14: another password for a server; it stays after every restart and switch. */
export function PasswordDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useId()
  const first = useRef<HTMLInputElement>(null)
  const [revision, setRevision] = useState<number | null>(null)
  const { typed, faults, ...fields } = useNewPassword()
  const change = useAction(async () => {
    const body = { instance_id: server.instance_id, password: typed.password.trim() }
    setRevision(await changePassword(client, body))
  })
  const submit = () => {
    if (fields.check()) void change.run()
  }
  const set = (part: 'password' | 'again', text: string) => {
    fields.set(part, text)
    change.clear()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.practiceDialogs.password.title)}
      initialFocus={first}
      footer={
        revision !== null ? (
          <OkButton onClick={onClose} />
        ) : (
          <>
            <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
            <Button type="submit" form={form} variant="primary" submitting={change.busy}>
              {t(($) => $.practiceDialogs.password.change)}
            </Button>
          </>
        )
      }
    >
      {revision !== null ? (
        <PasswordAccepted server={server} revision={revision} />
      ) : (
        <Form id={form} onSubmit={submit}>
          <FormText>{t(($) => $.practiceDialogs.password.lead, { name: server.instance_name })}</FormText>
          <PasswordField
            ref={first}
            label={t(($) => $.practiceDialogs.password.next)}
            aside={t(($) => $.practiceDialogs.password.rule, {
              min: rentalPasswordMinLength,
              max: rentalPasswordMaxLength,
            })}
            autoComplete="new-password"
            required
            value={typed.password}
            error={faults.password && t(($) => $.errors[faults.password ?? 'rental.password_required'])}
            onChange={(event) => set('password', event.currentTarget.value)}
            onBlur={(event) => movesToOtherField(event) && fields.leave('password')}
          />
          <PasswordField
            label={t(($) => $.practiceDialogs.password.again)}
            autoComplete="new-password"
            required
            value={typed.again}
            error={faults.again && t(($) => $.practiceDialogs.password.mismatch)}
            onChange={(event) => set('again', event.currentTarget.value)}
            onBlur={(event) => movesToOtherField(event) && fields.leave('again')}
          />
          <Failed error={change.error} />
        </Form>
      )}
    </Dialog>
  )
}

/** G14: the portal has the new password; whether the running game has it too. */
function PasswordAccepted({ server, revision }: { server: RentalView; revision: number }) {
  const { t } = useTranslation()
  const state = getAppliedState(server, 'password', revision, usePortalNow())
  return (
    <FormDone title={t(($) => $.practiceDialogs.password.state[state])} waiting={state !== 'applied'}>
      <FormText>{t(($) => $.practiceDialogs.password.stateNext[state])}</FormText>
    </FormDone>
  )
}

/** Document 2 §8: whatever the portal gives no reason for is a matter for the administrators. */
function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { data } = useQuery(infoQuery(pageLanguage()))
  const email = data?.supportEmail ?? null
  const otherwise =
    email === null
      ? t(($) => $.practiceDialogs.password.failed)
      : t(($) => $.practiceDialogs.password.failedAt, { email })
  return <CallFailure error={error} otherwise={otherwise} />
}

/** Going to a button leaves the field as it is: a message that came up would move the button away from under the mouse. */
function movesToOtherField({ relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof HTMLInputElement
}
