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

/** C6: Checks on blur whether the address is free, and shows that in green, or the error in red. */
function useFreeAddress({ email, field, setFault }: EmailState) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [free, setFree] = useState<string | null>(null)
  const [checking, setChecking] = useState<string | null>(null)
  const [failed, setFailed] = useState<{ email: string; why: string } | null>(null)
  const latest = useRef(email)
  useEffect(() => {
    latest.current = email
  })
  const look = async () => {
    setChecking(email)
    setFailed(null)
    try {
      const taken = await isRegistered(email)
      if (latest.current !== email) return
      if (taken) setFault(t(($) => $.errors['email.already_registered']))
      else setFree(email)
    } catch (reason) {
      // Only a hint: registering asks again and needs no answer to this.
      setFailed({ email, why: errorText(reason) })
    } finally {
      setChecking(null)
    }
  }
  const isFree = free === email && email !== ''
  const isChecking = checking === email && email !== ''
  const hint = isChecking ? t(($) => $.signIn.register.checking) : t(($) => $.signIn.register.free)
  return {
    good: isFree,
    hint: isFree || isChecking ? hint : failed?.email === email ? failed.why : undefined,
    onBlur: () => {
      field.onBlur()
      if (isEmail(email) && field.error === null && !isFree && !isChecking) void look()
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
