import { emailCodeDigits, registrationSuccessViewMs } from '@clutch/contract/limits.ts'
import { isEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Form, FormDone, FormText } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import type { ModeProps } from '../mode-props.ts'
import { PasswordChoiceFields, usePasswordChoice } from '../../../app/account/new-password.tsx'
import { recordSent } from './resend-store.ts'
import { isRegistered, register, sendCode } from '../sign-in.queries.ts'
import { useEmail, type EmailField as EmailState } from './use-email.ts'
import { openSignIn } from '../../../app/sign-in/sign-in-dialog-store.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { useSecondsLeft } from '../use-seconds-left.ts'

/** C6: e-mail, its code, and a password; then on to signing in. */
export function EmailRegister({ email: text, setEmail }: ModeProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const address = useEmail(text, setEmail)
  const chosen = usePasswordChoice()
  const [code, setCode] = useState('')
  const [codeFault, setCodeFault] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const free = useFreeAddress(address)
  const sending = useTask()
  const registering = useTask()
  const { email } = address

  /** A refusal appears at the field it concerns; any other above the form. */
  const tell = (reason: unknown) => {
    const refusal = reason instanceof ApiError ? reason.code : null
    if (refusal === 'email.already_registered') address.setFault(errorText(reason))
    else if (refusal === 'code.wrong') setCodeFault(errorText(reason))
    else if (!chosen.refused(reason)) setError(errorText(reason))
  }
  const send = () => {
    setError(null)
    if (!address.check()) return
    void sending.run(async () => {
      try {
        await sendCode(email)
        recordSent()
        setSentTo(email)
        setCodeFault(null)
      } catch (reason) {
        tell(reason)
      }
    })
  }
  const submit = () => {
    setError(null)
    const short = code.length < emailCodeDigits
    const missing = code === '' ? t(($) => $.signIn.fault.codeMissing) : null
    const fault = short ? (missing ?? t(($) => $.signIn.fault.codeShort, { digits: emailCodeDigits })) : null
    setCodeFault(fault)
    const fine = [address.fault === null && address.check(), fault === null, chosen.check()]
    if (fine.includes(false)) return
    void registering.run(async () => {
      try {
        await register({ email, password: chosen.password, code })
        setDone(true)
      } catch (reason) {
        tell(reason)
      }
    })
  }
  if (done) return <Registered />
  const wrong = address.fault ?? codeFault ?? chosen.faults.password ?? chosen.faults.confirmation
  return (
    <Form onSubmit={submit}>
      {error !== null && <Note tone="bad">{error}</Note>}
      <EmailField {...address.field} {...free} />
      <CodeField
        code={code}
        error={codeFault}
        sent={sentTo === email && email !== ''}
        sending={sending.busy}
        onSend={send}
        onChange={(digits) => {
          setCodeFault(null)
          setCode(digits)
        }}
      />
      <PasswordChoiceFields chosen={chosen} label={t(($) => $.signIn.password)} />
      <Button
        type="submit"
        variant="primary"
        wide
        submitting={registering.busy}
        disabledReason={wrong ?? undefined}
      >
        {t(($) => $.signIn.register.submit)}
      </Button>
    </Form>
  )
}

type AddressAnswer =
  | { email: string; state: 'checking' | 'free' }
  | { email: string; state: 'failed'; reason: unknown }

/** C6: Checks on blur whether the address is free, and shows that in green, or the error in red. */
function useFreeAddress({ email, field, setFault }: EmailState) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<AddressAnswer | null>(null)
  const latest = useRef(email)
  useEffect(() => {
    latest.current = email
  })
  const look = async () => {
    setAnswer({ email, state: 'checking' })
    try {
      const taken = await isRegistered(email)
      if (latest.current !== email) return
      setAnswer(taken ? null : { email, state: 'free' })
      if (taken) setFault(t(($) => $.errors['email.already_registered']))
    } catch (reason) {
      // Only a hint: registering asks again and needs no answer to this.
      if (latest.current === email) setAnswer({ email, state: 'failed', reason })
    }
  }
  const known = answer?.email === email ? answer : null
  return {
    good: known?.state === 'free',
    hint:
      known?.state === 'failed'
        ? errorText(known.reason)
        : known
          ? t(($) => $.signIn.register[known.state])
          : undefined,
    onBlur: () => {
      field.onBlur()
      const isAnswered = known !== null && known.state !== 'failed'
      if (isEmail(email) && field.error === null && !isAnswered) void look()
    },
  }
}

/** C6: the account is there; after 5 s, or at once, on to signing in. */
function Registered() {
  const { t } = useTranslation()
  const [until] = useState(() => Date.now() + registrationSuccessViewMs)
  const seconds = useSecondsLeft(until)
  const next = () => openSignIn('emailLogin')
  useEffect(() => {
    if (seconds === 0) next()
  }, [seconds])
  return (
    <Stack gap="l">
      <FormDone title={t(($) => $.signIn.register.done)}>
        <FormText>{t(($) => $.signIn.register.doneHint, { count: seconds })}</FormText>
      </FormDone>
      <Button variant="primary" wide onClick={next}>
        {t(($) => $.signIn.register.doneNext)}
      </Button>
    </Stack>
  )
}
