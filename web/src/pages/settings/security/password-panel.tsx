import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../app/api-error.ts'
import { preferredLanguage } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/layout.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { FailedNote } from '../failed-note.tsx'
import { setPassword } from '../settings.queries.ts'
import { useAction } from '../use-action.ts'
import styles from './security.module.css'
import { faultsOf, noPasswords, type Passwords } from './passwords.ts'

type Field = keyof Passwords

const nothingLeft: Record<Field, boolean> = { old: false, next: false, again: false }

/** J2: another password by the old one; every other session ends. */
export function PasswordPanel({ steamId, email }: { steamId: string; email: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState(noPasswords)
  // A field is judged once it was left, and no more while it is typed into again.
  const [left, setLeft] = useState(nothingLeft)
  const change = useAction(() =>
    setPassword(client, steamId, {
      oldPassword: typed.old,
      newPassword: typed.next,
      language: preferredLanguage(),
    }),
  )
  const faults = faultsOf(typed)
  const wrongOld = change.error instanceof ApiError && change.error.code === 'password.wrong'
  const words = {
    old: wrongOld
      ? t(($) => $.errors['password.wrong'])
      : faults.old && t(($) => $.settings.password.missing),
    next: faults.next && t(($) => $.settings.password.faults[faults.next ?? 'tooShort']),
    again: faults.again && t(($) => $.settings.password.mismatch),
  }
  const submit = async () => {
    setLeft({ old: true, next: true, again: true })
    if (Object.values(faults).some((fault) => fault !== null) || !(await change.run())) return
    setTyped(noPasswords)
    setLeft(nothingLeft)
    showToast({
      tone: 'good',
      title: t(($) => $.settings.password.changed),
      detail: t(($) => $.settings.password.changedDetail),
    })
  }
  const field = (name: Field) => ({
    value: typed[name],
    error: left[name] || (name === 'old' && wrongOld) ? words[name] : null,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value })
      setLeft({ ...left, [name]: false })
      change.clear()
    },
    onBlur: () => setLeft({ ...left, [name]: typed[name] !== '' }),
  })
  return (
    <Panel title={t(($) => $.settings.password.title)}>
      <div className={styles.form}>
        <Form onSubmit={() => void submit()}>
          {/* For password managers, which keep a password by its name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t(($) => $.settings.password.old)}
            autoComplete="current-password"
            {...field('old')}
          />
          <PasswordField
            label={t(($) => $.settings.password.next)}
            hint={t(($) => $.settings.password.rule)}
            autoComplete="new-password"
            {...field('next')}
          />
          <PasswordField
            label={t(($) => $.settings.password.again)}
            autoComplete="new-password"
            {...field('again')}
          />
          <FailedNote error={wrongOld ? null : change.error} />
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
