import { expect, test } from 'vitest'
import { ApiError } from '../../../app/api/api-error.ts'
import { specificFailureCode } from './failure-code.ts'

test('G14 a rule, a limit and a right are said by their names', () => {
  for (const code of ['rental.password_length', 'switch.limit', 'rental.owner_only', 'admin.none'] as const)
    expect(specificFailureCode(new ApiError(code, 400, 'x'))).toBe(code)
})

test('G14 any other failure is said in the words of the dialog', () => {
  for (const code of ['portal.internal', 'portal.unavailable', 'offline', 'unreadable'] as const)
    expect(specificFailureCode(new ApiError(code, 500, 'x'))).toBeNull()
  expect(specificFailureCode(new Error('x'))).toBeNull()
})
