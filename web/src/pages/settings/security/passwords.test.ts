import { expect, test } from 'vitest'
import { faultsOf } from './passwords.ts'

const fine = { old: 'old', next: 'new-pass-1', again: 'new-pass-1' }

test('J2 a change that keeps every rule has no fault', () => {
  expect(faultsOf(fine)).toEqual({ old: null, next: null, again: null })
})

test.each([
  [{ old: '' }, { old: 'missing' }],
  [{ next: 'short', again: 'short' }, { next: 'tooShort' }],
  [{ next: '密码密码密码密码', again: '密码密码密码密码' }, { next: 'invalidChars' }],
  [{ again: 'new-pass-2' }, { again: 'mismatch' }],
] as const)('C8 %j is %j', (change, fault) => {
  expect(faultsOf({ ...fine, ...change })).toEqual({ old: null, next: null, again: null, ...fault })
})
