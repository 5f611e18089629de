import { allCalls } from '@clutch/contract/api/index.ts'
import { expect, test } from 'vitest'
import { actionTextKeys, areaPaths, hasActionText } from './audit-actions.ts'

const changes = allCalls
  .filter(({ who, method }) => who === 'operator' && method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`)

test('J C12 the audit log has a text for every change an operator can make, and none for an unknown call', () => {
  expect(changes.filter((action) => !hasActionText(action))).toEqual([])
  const named = Object.keys(actionTextKeys).filter((action) => action.includes('/'))
  expect(named.filter((action) => !changes.includes(action))).toEqual([])
  expect(hasActionText('constructor')).toBe(false)
})

test('J C12 every change belongs to an area that the audit log is filtered by', () => {
  const known = new Set(Object.values(areaPaths).flatMap((parts) => parts.split(',')))
  expect(changes.filter((action) => !known.has(action.split('/')[3] ?? ''))).toEqual([])
})
