import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useTask } from '../../app/use-task.ts'
import { loadAccount } from '../../app/account.queries.ts'
import { ApiError } from '../../app/api-error.ts'
import { getUrlCredentials, clearUrlCredentials } from '../../app/arrival.ts'
import { logError } from '../../app/report.ts'
import { getSession } from '../../app/session.ts'
import { openSignIn } from '../../app/sign-in-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { Page, PageHeader, Panel } from '../../ui/layout.tsx'
import { Narrow } from '../../ui/narrow.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { PasswordChoiceFields, usePasswordChoice } from '../../app/new-password.tsx'
import { confirmReset } from './sign-in.queries.ts'

/** A8, C8: another password, by the token the link brought, which this tab keeps until it is used. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { busy, run } = useTask()
  const chosen = usePasswordChoice()
  const [{ email, token }] = useState(() => getUrlCredentials('/reset-password'))
  const [failure, setFailure] = useState<'expired' | 'error' | null>(null)

  const save = async () => {
    try {
      await confirmReset({ email: email ?? '', token: token ?? '', newPassword: chosen.password })
    } catch (reason) {
      if (chosen.refused(reason)) return
      const expired = reason instanceof ApiError && reason.status === 400
      if (expired) clearUrlCredentials()
      return setFailure(expired ? 'expired' : 'error')
    }
    clearUrlCredentials()
    showToast({
      tone: 'good',
      title: t(($) => $.signIn.reset.success),
      detail: t(($) => $.signIn.reset.successHint),
    })
    await leaveEndedSession()
    openSignIn('emailLogin')
    await navigate({ to: '/login', replace: true })
  }
  const submit = () => {
    setFailure(null)
    if (chosen.check()) void run(save)
  }
  return (
    <Page measured>
      <Narrow>
        <PageHeader title={t(($) => $.signIn.reset.choose)} />
        <Panel>
          <Form onSubmit={submit}>
            <FormText>{t(($) => $.signIn.reset.chooseLead, { email: email ?? '' })}</FormText>
            {failure !== null && (
              <Note
                tone="bad"
                action={
                  failure === 'expired' && (
                    <Button size="sm" onClick={() => openSignIn('resetPassword')}>
                      {t(($) => $.signIn.reset.askAgain)}
                    </Button>
                  )
                }
              >
                {t(($) => $.signIn.reset[failure])}
              </Note>
            )}
            <PasswordChoiceFields chosen={chosen} label={t(($) => $.signIn.newPassword)} />
            <Button type="submit" variant="primary" wide submitting={busy}>
              {t(($) => $.signIn.reset.save)}
            </Button>
          </Form>
        </Panel>
      </Narrow>
    </Page>
  )
}

/** C8: every session of that user has ended; where it was the one of this page, the portal says so now. */
async function leaveEndedSession(): Promise<void> {
  if (getSession() === null) return
  await loadAccount().catch((error: unknown) => logError('looking after the session', error))
}
