import type { ErrorCode } from '@clutch/contract/errors.ts'
import { validateRentalPassword } from '@clutch/contract/rules/rentals/rental-fields.ts'

/** The input for a server's new password, typed twice. */
export interface TypedPassword {
  password: string
  again: string
}

/** The error of each field; null if it is valid. */
export interface PasswordErrors {
  password: ErrorCode | null
  again: 'mismatch' | null
}

/** G14: required, 4–16 letters and digits, and both the same; blanks around it do not count. */
export function findPasswordErrors({ password, again }: TypedPassword): PasswordErrors {
  return {
    password: validateRentalPassword(password),
    again: again.trim() === password.trim() ? null : 'mismatch',
  }
}
