import { expect, test } from 'vitest'
import { findPasswordErrors } from './password-faults.ts'

const wrong = (password: string, again = password) => findPasswordErrors({ password, again })

test('G14 a password is required, 4–16 long, letters and digits', () => {
  expect(wrong('').password).toBe('rental.password_required')
  expect(wrong('abc').password).toBe('rental.password_length')
  expect(wrong('a'.repeat(17)).password).toBe('rental.password_length')
  expect(wrong('pass word').password).toBe('rental.password_invalid')
  expect(wrong('密码密码').password).toBe('rental.password_invalid')
  expect(wrong('clutch2026')).toEqual({ password: null, again: null })
})

test('G14 both fields must match, to the letter', () => {
  expect(wrong('clutch2026', 'clutch2027').again).toBe('mismatch')
  expect(wrong('clutch2026', 'Clutch2026').again).toBe('mismatch')
  expect(wrong('clutch2026', '').again).toBe('mismatch')
  expect(wrong('clutch2026', ' clutch2026 ').again).toBeNull()
})
