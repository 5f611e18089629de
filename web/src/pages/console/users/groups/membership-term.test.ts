import { expect, test } from 'vitest'
import { findTermError } from './membership-term.ts'

test.each([
  [{ forGood: true, ends: null }, null],
  [{ forGood: true, ends: 5 }, null],
  [{ forGood: false, ends: null }, 'missing'],
  [{ forGood: false, ends: 10 }, 'past'],
  [{ forGood: false, ends: 11 }, null],
] as const)('C18 the term %j gives the error %s', (term, fault) => {
  expect(findTermError(term, 10)).toBe(fault)
})
