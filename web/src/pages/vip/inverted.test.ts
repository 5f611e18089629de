import { expect, test } from 'vitest'
import { isInverted } from './inverted.ts'

test('F2 the own page is dark by itself, and light by inversion', () => {
  expect(isInverted(false, false)).toBe(false)
  expect(isInverted(false, true)).toBe(true)
})

test('F2, F4 the operator’s page is light by itself, and dark by inversion', () => {
  expect(isInverted(true, false)).toBe(true)
  expect(isInverted(true, true)).toBe(false)
})
