import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Icon } from '../icons/icon.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import styles from './password-field.module.css'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'icon' | 'end' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden until its eye is pressed. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const { t } = useTranslation()
  const label = shown ? t(($) => $.common.hidePassword) : t(($) => $.common.showPassword)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      icon="lock"
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={label}
          data-tooltip={label}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}
