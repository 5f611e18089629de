import {
  rentalNameMaxLength,
  rentalPasswordMaxLength,
  rentalPasswordMinLength,
} from '@clutch/contract/limits.ts'
import {
  validateRentalName,
  validateRentalPassword,
  normalizeRentalName,
} from '@clutch/contract/rules/rentals/rental-fields.ts'
import { useState, type Ref } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import type { ApiError } from '../../../app/api/api-error.ts'
import { useErrorCodeText } from '../../../app/api/error-text.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import styles from './new-server.module.css'

interface ServerFieldsProps {
  nameField: Ref<HTMLInputElement>
  name: string
  password: string
  /** Why the portal refused just this. */
  refused: ApiError['code'] | null
  onName: (name: string) => void
  onPassword: (password: string) => void
}

/** What may be typed at most: more than fits, so that the rule is said, but no book. */
const typedMax = 64

/**
 * G10: Name and password, each with its own error: shown when the field loses focus, removed at the next key.
 */
export function ServerFields(props: ServerFieldsProps) {
  const { nameField, name, password, refused, onName, onPassword } = props
  const { t } = useTranslation()
  const nameWrong = useProblem(validateRentalName(name), 'rental.name_', refused)
  const passwordWrong = useProblem(validateRentalPassword(password), 'rental.password_', refused)
  return (
    <div className={styles.fields}>
      <TextField
        ref={nameField}
        label={t(($) => $.practiceBuy.name)}
        aside={t(($) => $.practiceBuy.count, {
          count: Array.from(normalizeRentalName(name)).length,
          max: rentalNameMaxLength,
        })}
        autoComplete="off"
        spellCheck={false}
        maxLength={typedMax}
        value={name}
        error={nameWrong.text}
        onBlur={nameWrong.onBlur}
        onChange={(event) => {
          nameWrong.onInput()
          onName(event.currentTarget.value)
        }}
      />
      <PasswordField
        label={t(($) => $.practiceBuy.password)}
        aside={t(($) => $.practiceBuy.passwordRule, {
          min: rentalPasswordMinLength,
          max: rentalPasswordMaxLength,
        })}
        autoComplete="new-password"
        maxLength={typedMax}
        value={password}
        error={passwordWrong.text}
        onBlur={passwordWrong.onBlur}
        onChange={(event) => {
          passwordWrong.onInput()
          onPassword(event.currentTarget.value)
        }}
      />
    </div>
  )
}

/** Returns the error text of a field after it lost focus; the portal's error takes precedence. */
function useProblem(problem: ApiError['code'] | null, mine: string, refused: ApiError['code'] | null) {
  const words = useErrorCodeText()
  const [left, setLeft] = useState(false)
  const refusal = refused?.startsWith(mine) === true ? refused : null
  const shown = refusal ?? (left ? problem : null)
  return {
    text: shown === null ? null : words(shown),
    onBlur: () => setLeft(true),
    onInput: () => setLeft(false),
  }
}
