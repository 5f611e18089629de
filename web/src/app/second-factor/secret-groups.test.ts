import { expect, test } from 'vitest'
import { formatSecretGroups } from './secret-groups.ts'

test('J2 a secret is read in groups of four', () => {
  expect(formatSecretGroups('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP')
  expect(formatSecretGroups('JBSWY')).toBe('JBSW Y')
  expect(formatSecretGroups('')).toBe('')
})
