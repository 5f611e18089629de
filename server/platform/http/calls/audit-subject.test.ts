import { expect, test } from 'vitest'
import { joinLanguages } from './audit-subject.ts'

test.each([
  [{ zh: '东京', en: 'Tokyo' }, '东京 / Tokyo'],
  [{ zh: '', en: 'Tokyo' }, 'Tokyo'],
  [{ zh: 'VIP', en: 'VIP' }, 'VIP'],
  [{ zh: ' 一\n二 ', en: '' }, '一 二'],
  [{ zh: '👨‍👩‍👧'.repeat(81), en: '' }, `${'👨‍👩‍👧'.repeat(79)}…`],
])('J C12 the name %j appears in the audit log as %s', (name, shown) => {
  expect(joinLanguages(name)).toBe(shown)
})
