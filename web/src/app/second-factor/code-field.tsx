import { secondFactorCode, secondFactorCodeMaxLength } from '@clutch/contract/api/accounts/sign-in.ts'
import type { Ref } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useErrorText } from '../api/error-text.ts'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Whether it may be a code: six digits, or a recovery code where one counts too. */
export function isCode(text: string): boolean {
  return secondFactorCode.safeParse(text).success
}

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  /** Why the portal did not take it; null: it did, or was not asked. */
  error: unknown
  /** Whether it was sent although it cannot be a code. */
  malformed: boolean
  /** Also one of the recovery codes. */
  recovery?: boolean
}

/** A code of the authenticator. */
export function CodeField({ ref, value, onChange, error, malformed, recovery = false }: CodeFieldProps) {
  const { t } = useTranslation()
  const words = useErrorText()
  const rule = t(($) =>
    recovery ? $.settings.secondFactor.codeOrRecovery : $.settings.secondFactor.malformed,
  )
  const wrong = malformed ? rule : error !== null ? words(error) : null
  return (
    <TextField
      ref={ref}
      label={t(($) => $.settings.secondFactor.code)}
      hint={recovery ? t(($) => $.settings.secondFactor.codeOrRecovery) : undefined}
      error={wrong}
      value={value}
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) =>
        onChange(event.currentTarget.value.replaceAll(/\s/g, '').slice(0, secondFactorCodeMaxLength))
      }
    />
  )
}
