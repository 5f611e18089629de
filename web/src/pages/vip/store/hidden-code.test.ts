import { expect, test } from 'vitest'
import { hiddenCode } from './hidden-code.ts'

test('F4 a hidden code tells cards apart, and nothing more', () => {
  expect(hiddenCode('ABCD-EFGH-JKMN-PQRS')).toBe('ABCD-••••-••••-••••')
})
