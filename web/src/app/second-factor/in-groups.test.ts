import { expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

test('J2 a secret is read in groups of four', () => {
  expect(inGroups('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP')
  expect(inGroups('JBSWY')).toBe('JBSW Y')
  expect(inGroups('')).toBe('')
})
