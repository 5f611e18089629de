import { expect, test } from 'vitest'
import { needsInversion } from './inverted-colors.ts'

test('F2 the own page is dark by itself, and light by inversion', () => {
  expect(needsInversion(false, false)).toBe(false)
  expect(needsInversion(false, true)).toBe(true)
})

test('F2, F4 the operator’s page is light by itself, and dark by inversion', () => {
  expect(needsInversion(true, false)).toBe(true)
  expect(needsInversion(true, true)).toBe(false)
})
