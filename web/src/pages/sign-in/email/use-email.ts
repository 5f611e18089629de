import { isEmail, normalizeEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'

export interface EmailField {
  /** As it is sent: trimmed, in lower case. */
  email: string
  fault: string | null
  setFault: (fault: string | null) => void
  /** Shows the error of the address; returns true if there is none. */
  check: () => boolean
  /** For a `TextField`. */
  field: {
    value: string
    error: string | null
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => void
    onBlur: () => void
  }
}

/** C7: an e-mail address: looked at when the field is left, forgiven as soon as it is changed. */
export function useEmail(text: string, setText: (text: string) => void): EmailField {
  const { t } = useTranslation()
  const [fault, setFault] = useState<string | null>(null)
  const email = normalizeEmail(text)
  const check = () => {
    const fine = isEmail(email)
    // The portal's error about an address remains until the address changes, even if it is only just being
    // shown.
    if (!fine) setFault(t(($) => $.signIn.fault.email))
    return fine
  }
  return {
    email,
    fault,
    setFault,
    check,
    field: {
      value: text,
      error: fault,
      onChange: (event) => {
        setFault(null)
        setText(event.currentTarget.value)
      },
      onBlur: () => {
        if (email !== '' && fault === null) check()
      },
    },
  }
}
