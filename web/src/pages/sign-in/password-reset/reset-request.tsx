import { passwordResetLifetimeMs } from '@clutch/contract/limits.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form, FormDone, FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { EmailField } from '../email/email-field.tsx'
import type { ModeProps } from '../mode-props.ts'
import { recordReset, isResetThrottled } from './reset-throttle.ts'
import { requestReset } from '../sign-in.queries.ts'
import { useEmail } from '../email/use-email.ts'

/** C8: asks for the link of another password, at most once in five minutes. */
export function ResetRequest({ email: text, setEmail }: ModeProps) {
  const { t } = useTranslation()
  const { busy, run } = useTask()
  const { email, check, setFault, field } = useEmail(text, setEmail)
  const [error, setError] = useState<string | null>(null)
  const [sent, setSent] = useState(false)

  const send = async () => {
    try {
      await requestReset(email)
      recordReset()
      setSent(true)
    } catch (reason) {
      const code = reason instanceof ApiError ? reason.code : null
      if (code === 'EMAIL_NOT_REGISTERED') setFault(t(($) => $.errors.EMAIL_NOT_REGISTERED))
      else if (code === 'RATE_LIMIT_EXCEEDED') setError(t(($) => $.errors.RATE_LIMIT_EXCEEDED))
      else setError(t(($) => $.signIn.reset.failed))
    }
  }
  const submit = () => {
    setError(null)
    if (!check()) return
    if (isResetThrottled()) setError(t(($) => $.errors.RATE_LIMIT_EXCEEDED))
    else void run(send)
  }
  if (sent) {
    return (
      <Stack gap="l">
        <FormDone title={t(($) => $.signIn.reset.sent)}>
          <FormText>
            {t(($) => $.signIn.reset.sentHint, { minutes: passwordResetLifetimeMs / 60_000 })}
          </FormText>
        </FormDone>
        <Button wide onClick={() => openSignIn('emailLogin')}>
          {t(($) => $.signIn.reset.toLogin)}
        </Button>
      </Stack>
    )
  }
  return (
    <Form onSubmit={submit}>
      <FormText>{t(($) => $.signIn.reset.lead)}</FormText>
      {error !== null && <Note tone="bad">{error}</Note>}
      <EmailField {...field} />
      <Button type="submit" variant="primary" wide submitting={busy}>
        {t(($) => $.signIn.reset.submit)}
      </Button>
    </Form>
  )
}
