import { passwordMaxLength, passwordMinLength } from '@clutch/contract/limits.ts'
import { validatePassword } from '@clutch/contract/rules/accounts/password-policy.ts'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { CheckList } from '../../ui/forms/check-list.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { ApiError } from '../api/api-error.ts'
import { useErrorText } from '../api/error-text.ts'

/** C8: a password that is chosen, typed twice. */
export interface PasswordChoice {
  password: string
  confirmation: string
  faults: { password: string | null; confirmation: string | null }
  set: (part: 'password' | 'confirmation', text: string) => void
  /** Validates one part, or both, and shows the errors; returns true if there are none. */
  check: (part?: 'password' | 'confirmation') => boolean
  /** Says at the field why the portal refused this password; false where it refused for another reason. */
  refused: (reason: unknown) => boolean
  clear: () => void
}

const emptyFields = { password: '', confirmation: '' }
const noErrors = { password: null, confirmation: null }

/** Whether a password was refused that only the portal can judge: a common one, or one made of the owner's e-mail or name. */
export function isPasswordError(reason: unknown): boolean {
  return (
    reason instanceof ApiError && (reason.code === 'password.common' || reason.code === 'password.personal')
  )
}

export function usePasswordChoice(): PasswordChoice {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [{ password, confirmation }, setTexts] = useState(emptyFields)
  const [faults, setFaults] = useState<PasswordChoice['faults']>(noErrors)
  const faultOf = (part: 'password' | 'confirmation') => {
    if (part === 'confirmation') return confirmation === password ? null : t(($) => $.signIn.fault.mismatch)
    const fault = validatePassword(password)
    return fault && t(($) => $.signIn.fault[fault], { min: passwordMinLength, max: passwordMaxLength })
  }
  return {
    password,
    confirmation,
    faults,
    set: (part, text) => {
      setTexts((texts) => ({ ...texts, [part]: text }))
      setFaults((held) => ({ ...held, [part]: null, ...(part === 'password' && { confirmation: null }) }))
    },
    check: (part) => {
      const found = {
        password: part === 'confirmation' ? faults.password : faultOf('password'),
        confirmation: part === 'password' ? faults.confirmation : faultOf('confirmation'),
      }
      setFaults(found)
      return found.password === null && found.confirmation === null
    },
    refused: (reason) => {
      if (!isPasswordError(reason)) return false
      setFaults((held) => ({ ...held, password: errorText(reason) }))
      return true
    },
    clear: () => {
      setTexts(emptyFields)
      setFaults(noErrors)
    },
  }
}

interface NewPasswordProps {
  chosen: PasswordChoice
  label: string
}

/**
 * C7, J2: Both fields, with the rules under the first marked as they are met; their texts are in the
 * namespace `signIn`.
 */
export function PasswordChoiceFields({ chosen, label }: NewPasswordProps) {
  const { password, confirmation, faults, set, check } = chosen
  const { t } = useTranslation()
  const fault = password === '' ? 'tooShort' : validatePassword(password)
  const rules = [
    {
      text: t(($) => $.signIn.register.ruleLength, { min: passwordMinLength }),
      isMet: password.length >= passwordMinLength && password.length <= passwordMaxLength,
    },
    {
      text: t(($) => $.signIn.register.ruleCharacters),
      isMet: password !== '' && fault !== 'invalidChars',
    },
  ]
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => set('password', event.currentTarget.value)}
        onBlur={() => password !== '' && check('password')}
        error={faults.password}
        hint={<CheckList rules={rules} />}
      />
      <PasswordField
        label={t(($) => $.signIn.confirmPassword)}
        name="confirm-password"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={(event) => set('confirmation', event.currentTarget.value)}
        onBlur={() => confirmation !== '' && check('confirmation')}
        error={faults.confirmation}
      />
    </>
  )
}
