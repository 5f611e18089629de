import { expect, test } from 'vitest'
import { maskCode } from './hidden-code.ts'

test('F4 a hidden code only distinguishes cards', () => {
  expect(maskCode('ABCD-EFGH-JKMN-PQRS')).toBe('ABCD-••••-••••-••••')
})
