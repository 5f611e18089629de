import { useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { beginBinding } from '../../../app/session/session.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { showIfBlocked } from '../blocked-store.ts'
import { EmailField } from './email-field.tsx'
import { finishSignIn } from '../finish-sign-in.ts'
import type { ModeProps } from '../mode-props.ts'
import { logIn } from '../sign-in.queries.ts'
import { useEmail } from './use-email.ts'

/** C4, C5: E-mail and password; an account without a SteamID continues to its binding. */
export function EmailLogin({ email: text, setEmail, onDone }: ModeProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { busy, run } = useTask()
  const passwordField = useRef<HTMLInputElement>(null)
  const { email, check, field } = useEmail(text, setEmail)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)

  const send = async () => {
    setError(null)
    try {
      const begun = await logIn(email, password)
      if ('user' in begun) {
        if (await finishSignIn(begun, 'email')) onDone()
      } else {
        beginBinding(begun)
        openSignIn('steamBinding')
      }
    } catch (reason) {
      if (showIfBlocked(reason)) return
      const wrong = reason instanceof ApiError && reason.code === 'login.wrong'
      if (!wrong) return setError(errorText(reason))
      setFault(errorText(reason))
      passwordField.current?.select()
    }
  }
  const submit = () => {
    const emailFine = check()
    if (password === '') setFault(t(($) => $.signIn.fault.passwordMissing))
    if (emailFine && password !== '') void run(send)
  }
  return (
    <Form onSubmit={submit}>
      {error !== null && <Note tone="bad">{error}</Note>}
      <EmailField {...field} />
      <PasswordField
        ref={passwordField}
        label={t(($) => $.signIn.password)}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={fault}
        onChange={(event) => {
          setFault(null)
          setPassword(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="primary" wide submitting={busy}>
        {t(($) => $.signIn.login.submit)}
      </Button>
    </Form>
  )
}
