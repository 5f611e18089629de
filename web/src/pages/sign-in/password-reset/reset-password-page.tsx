import { useNavigate } from '../../../app/router/router-provider.tsx'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { loadAccount } from '../../../app/account/account.queries.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { getUrlCredentials, clearUrlCredentials } from '../../../app/sign-in/url-credentials.ts'
import { logError } from '../../../app/errors/log-error.ts'
import { getSession } from '../../../app/session/session.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form, FormText } from '../../../ui/forms/form.tsx'
import { Page, PageHeader, Panel } from '../../../ui/layout/layout.tsx'
import { Narrow } from '../../../ui/layout/narrow.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { PasswordChoiceFields, usePasswordChoice } from '../../../app/account/new-password.tsx'
import { confirmReset } from '../sign-in.queries.ts'

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
