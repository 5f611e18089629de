import { secondFactorCode, secondFactorCodeMaxLength } from '@clutch/contract/api/accounts/sign-in.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { loadAccount } from '../../app/account/account.queries.ts'
import { ApiError } from '../../app/api/api-error.ts'
import { useErrorText } from '../../app/api/error-text.ts'
import { logError } from '../../app/errors/log-error.ts'
import { removeFactorBySteam } from '../../app/second-factor/second-factor.queries.ts'
import { SignInAgain } from '../../app/second-factor/sign-in-again.tsx'
import { useAction } from '../../app/api/use-action.ts'
import { useTask } from '../../app/api/use-task.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form, FormText } from '../../ui/forms/form.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { showToast } from '../../ui/messages/toast-store.ts'
import { announceSignIn } from './finish-sign-in.ts'
import type { ModeProps } from './mode-props.ts'
import { verifySecondFactor } from './sign-in.queries.ts'

/** The second step of signing in, for accounts that have it on: a code of the authenticator, or a recovery code. */
export function SecondFactor({ onDone }: ModeProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { busy, run } = useTask()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const send = async () => {
    setError(null)
    try {
      await verifySecondFactor(code)
      // A page behind the dialog may have loaded the account before.
      void client.invalidateQueries({ queryKey: ['account'] })
      announceSignIn()
      onDone()
    } catch (reason) {
      const refusal = reason instanceof ApiError ? reason.code : null
      if (refusal === 'second_factor.wrong') setFault(errorText(reason))
      else if (refusal === 'RATE_LIMIT_EXCEEDED') setError(t(($) => $.signIn.factor.limited))
      else setError(errorText(reason))
      // The session has ended meanwhile: nothing is left to confirm.
      if (refusal === 'session.invalid') onDone()
    }
  }
  const submit = () => {
    if (secondFactorCode.safeParse(code).success) void run(send)
    else setFault(t(($) => $.signIn.factor.codeWrong))
  }
  return (
    <Form onSubmit={submit}>
      <FormText>{t(($) => $.signIn.factor.lead)}</FormText>
      {error !== null && <Note tone="bad">{error}</Note>}
      <TextField
        label={t(($) => $.signIn.factor.code)}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        icon="shield"
        required
        value={code}
        error={fault}
        onChange={(event) => {
          setFault(null)
          setCode(event.currentTarget.value.replaceAll(/\s/g, '').slice(0, secondFactorCodeMaxLength))
        }}
      />
      <Button type="submit" variant="primary" wide submitting={busy}>
        {t(($) => $.signIn.factor.submit)}
      </Button>
      <RemoveForeignFactor onDone={onDone} />
    </Form>
  )
}

/** J2: Lets an owner remove a second factor that another person with access to their e-mail turned on. */
function RemoveForeignFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [offered, setOffered] = useState(false)
  useEffect(() => {
    loadAccount().then(
      ({ secondFactor }) => setOffered(secondFactor.removableBySteam),
      (error: unknown) => logError('loading the account', error),
    )
  }, [])
  const remove = useAction(async () => {
    await removeFactorBySteam()
    showToast({
      tone: 'good',
      title: t(($) => $.signIn.factor.removed),
      detail: t(($) => $.signIn.factor.removedNext),
    })
    onDone()
  })
  if (!offered) return null
  return (
    <>
      {remove.error !== null && <SignInAgain error={remove.error} />}
      <FormText small>
        {t(($) => $.signIn.factor.notMine)}{' '}
        <LinkButton disabled={remove.busy} onClick={() => void remove.run()}>
          {t(($) => $.signIn.factor.remove)}
        </LinkButton>
      </FormText>
    </>
  )
}
