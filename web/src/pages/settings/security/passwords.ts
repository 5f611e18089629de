import { passwordFault, type PasswordFault } from '@clutch/contract/rules/password.ts'

/** What the form holds. */
export interface Passwords {
  old: string
  next: string
  again: string
}

export const noPasswords: Passwords = { old: '', next: '', again: '' }

/** What is wrong with each field. */
export interface PasswordFaults {
  old: 'missing' | null
  next: PasswordFault | null
  again: 'mismatch' | null
}

/** C8: the old one is there, the new one keeps the rule and was typed twice alike. */
export function faultsOf({ old, next, again }: Passwords): PasswordFaults {
  return {
    old: old === '' ? 'missing' : null,
    next: passwordFault(next),
    again: next === again ? null : 'mismatch',
  }
}
