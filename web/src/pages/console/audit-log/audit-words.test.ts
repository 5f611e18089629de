import { auditWords } from '@clutch/contract/api/audit-words.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import { expect, test } from 'vitest'

const changes = allCalls
  .filter(({ who, method }) => who === 'operator' && method !== 'GET')
  .map(({ id }) => id)

test('J C12 the audit log has a text for every change an operator can make, and none for an unknown call', () => {
  expect(changes.filter((action) => !auditWords.has(action))).toEqual([])
  const named = [...auditWords.keys()].filter((action) => action.startsWith('operator'))
  expect(named.filter((action) => !changes.includes(action))).toEqual([])
  expect(auditWords.has('constructor')).toBe(false)
})
