import { auditWords } from '@clutch/contract/api/audit-words.ts'
import { allCalls } from '@clutch/contract/api/index.ts'
import { expect, test } from 'vitest'
import { areaPaths } from './audit-areas.ts'

const changes = allCalls
  .filter(({ who, method }) => who === 'operator' && method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`)

test('J C12 the audit log has a text for every change an operator can make, and none for an unknown call', () => {
  expect(changes.filter((action) => !auditWords.has(action))).toEqual([])
  const named = [...auditWords.keys()].filter((action) => action.includes('/'))
  expect(named.filter((action) => !changes.includes(action))).toEqual([])
  expect(auditWords.has('constructor')).toBe(false)
})

test('J C12 every change belongs to an area that the audit log is filtered by', () => {
  const known = new Set(Object.values(areaPaths).flatMap((parts) => parts.split(',')))
  expect(changes.filter((action) => !known.has(action.split('/')[3] ?? ''))).toEqual([])
})
