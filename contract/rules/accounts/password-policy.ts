import { passwordMaxLength, passwordMinLength } from '../../limits.ts'

/** What is wrong with a new password: too short (or too long), or a character outside printable ASCII. */
export type PasswordProblem = 'tooShort' | 'tooLong' | 'invalidChars'

/**
 * C8: the one rule for every new password: 8 to 128 letters, digits and symbols of ASCII; null if it is
 * valid.
 */
export function validatePassword(password: string): PasswordProblem | null {
  if (!/^[\x21-\x7e]*$/.test(password)) return 'invalidChars'
  if (password.length < passwordMinLength) return 'tooShort'
  return password.length > passwordMaxLength ? 'tooLong' : null
}
