import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pageLanguage, useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import {
  isPasswordError,
  PasswordChoiceFields,
  usePasswordChoice,
} from '../../../app/account/new-password.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { setPassword } from '../settings.queries.ts'
import { useAction } from '../../../app/api/use-action.ts'
import styles from './security.module.css'

/** J2: another password by the old one; every other session ends. */
export function PasswordPanel({ steamId, email }: { steamId: string; email: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [old, setOld] = useState('')
  const [missing, setMissing] = useState(false)
  const chosen = usePasswordChoice()
  const change = useAction(async () => {
    const passwords = { oldPassword: old, newPassword: chosen.password }
    try {
      await setPassword(client, steamId, { ...passwords, language: pageLanguage() })
    } catch (reason) {
      chosen.refused(reason)
      throw reason
    }
  })
  const wrongOld = change.error instanceof ApiError && change.error.code === 'password.wrong'
  const oldFault = wrongOld
    ? t(($) => $.errors['password.wrong'])
    : missing
      ? t(($) => $.settings.password.missing)
      : null
  const submit = async () => {
    setMissing(old === '')
    if (!chosen.check() || old === '' || !(await change.run())) return
    setOld('')
    chosen.clear()
    showToast({
      tone: 'good',
      title: t(($) => $.settings.password.changed),
      detail: t(($) => $.settings.password.changedDetail),
    })
  }
  return (
    <Panel title={t(($) => $.settings.password.title)}>
      <div className={styles.form}>
        <Form onSubmit={() => void submit()}>
          {/* For password managers, which keep a password by its name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t(($) => $.settings.password.old)}
            autoComplete="current-password"
            value={old}
            error={oldFault}
            onChange={(event) => {
              setOld(event.currentTarget.value)
              setMissing(false)
              change.clear()
            }}
          />
          <PasswordChoiceFields chosen={chosen} label={t(($) => $.settings.password.next)} />
          <ErrorNote error={wrongOld || isPasswordError(change.error) ? null : change.error} />
          <div>
            <Button type="submit" submitting={change.busy}>
              {t(($) => $.settings.password.change)}
            </Button>
          </div>
        </Form>
      </div>
    </Panel>
  )
}
