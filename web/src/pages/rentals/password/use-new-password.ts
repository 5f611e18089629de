import { useState } from 'react'
import { findPasswordErrors, type PasswordErrors, type TypedPassword } from './password-faults.ts'

const emptyPassword = { password: '', again: '' }
const noErrors: PasswordErrors = { password: null, again: null }

/** The two fields of a new password, and what is said of them. */
export function useNewPassword() {
  const [typed, setTyped] = useState<TypedPassword>(emptyPassword)
  const [faults, setFaults] = useState(noErrors)
  return {
    typed,
    faults,
    set: (part: keyof TypedPassword, text: string) => {
      setTyped({ ...typed, [part]: text })
      setFaults({ ...faults, [part]: null, again: null })
    },
    /** A field was left: what was typed in it is looked at. */
    leave: (part: keyof TypedPassword) => {
      if (typed[part] !== '') setFaults({ ...faults, [part]: findPasswordErrors(typed)[part] })
    },
    /** Says everything that is wrong; true when nothing is. */
    check: (): boolean => {
      const found = findPasswordErrors(typed)
      setFaults(found)
      return found.password === null && found.again === null
    },
  }
}
