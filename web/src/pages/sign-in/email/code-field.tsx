import { emailCodeDigits, emailCodeLifetimeMs, emailResendDelayMs } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RingCountdown } from '../../../ui/status/ring-countdown.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { resendStore } from './resend-store.ts'
import { useSecondsLeft } from '../use-seconds-left.ts'
import { useStore } from '../../../ui/state/store.ts'

interface CodeFieldProps {
  code: string
  onChange: (code: string) => void
  error: string | null
  sent: boolean
  sending: boolean
  onSend: () => void
}

/** C6: the code of the mail, and the button that sends one, resting for 60 s after it did. */
export function CodeField({ code, onChange, error, sent, sending, onSend }: CodeFieldProps) {
  const { t } = useTranslation()
  const until = useStore(resendStore)
  const seconds = useSecondsLeft(until)
  return (
    <TextField
      label={t(($) => $.signIn.code)}
      aside={t(($) => $.signIn.codeLife, { minutes: emailCodeLifetimeMs / 60_000 })}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder=" "
      spaced
      required
      value={code}
      // Not `maxLength`, which would cut a pasted code before its spaces are removed.
      onChange={(event) =>
        onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, emailCodeDigits))
      }
      error={error}
      hint={sent ? t(($) => $.signIn.register.sent, { digits: emailCodeDigits }) : undefined}
      action={
        seconds > 0 ? (
          <Button size="field" aria-disabled>
            <RingCountdown left={seconds * 1_000} of={emailResendDelayMs} />
            {t(($) => $.signIn.register.again, { seconds })}
          </Button>
        ) : (
          <Button size="field" submitting={sending} onClick={onSend}>
            {t(($) => $.signIn.register.send)}
          </Button>
        )
      }
    />
  )
}
