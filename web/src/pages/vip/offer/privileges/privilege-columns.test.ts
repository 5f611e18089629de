import { defaultFeatures } from '@clutch/contract/features.ts'
import { expect, test } from 'vitest'
import { enabledColumns, findMarkedColumn, toPermission } from './privilege-columns.ts'

test.each([
  [1, 'allowed'],
  [2, 'optional'],
  [0, 'forbidden'],
  [3, 'forbidden'],
  [-1, 'forbidden'],
])('F5 the flag %s means %s', (flag, permission) => {
  expect(toPermission(flag)).toBe(permission)
})

test('F5 the columns are the enabled categories, in the order Normal, VIP, PRO, KOL, Admin', () => {
  const { categories } = defaultFeatures
  expect(enabledColumns(categories)).toEqual(['normal', 'vip', 'pro', 'kol', 'op'])
  expect(enabledColumns({ ...categories, normal: false, kol: false })).toEqual(['vip', 'pro', 'op'])
})

test("F5, C18 the viewer's highest group is highlighted, VIP for other visitors", () => {
  expect(findMarkedColumn(['vip', 'kol'])).toEqual({ column: 'kol', own: true })
  expect(findMarkedColumn([])).toEqual({ column: 'vip', own: false })
})
