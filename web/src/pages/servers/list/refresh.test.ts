import { expect, test } from 'vitest'
import { loaded, overlayShown, passed, pressed, ready, secondsLeft } from './refresh.ts'

const cooling = loaded(pressed(ready), 1_000)

test('D8 a press loads, the end of the load starts a cooldown of 5 s, then the button is ready', () => {
  expect(pressed(ready)).toEqual({ phase: 'loading' })
  expect(cooling).toEqual({ phase: 'cooling', since: 1_000 })
  expect(passed(cooling, 5_999)).toBe(cooling)
  expect(passed(cooling, 6_000)).toBe(ready)
})

test('D8 presses while loading or cooling down are ignored', () => {
  const loading = pressed(ready)
  expect(pressed(loading)).toBe(loading)
  expect(pressed(cooling)).toBe(cooling)
})

test('D8 the title counts 5, 4, 3, 2, 1', () => {
  expect([1_000, 2_000, 2_001, 5_999, 6_000].map((now) => secondsLeft(cooling, now))).toEqual([5, 4, 4, 1, 0])
  expect(secondsLeft(cooling, 999.9)).toBe(5)
  expect(secondsLeft(ready, 0)).toBe(0)
})

test('D8 the overlay hides 0.2 s after the load', () => {
  expect(overlayShown(pressed(ready), 0)).toBe(true)
  expect(overlayShown(cooling, 1_199)).toBe(true)
  expect(overlayShown(cooling, 1_200)).toBe(false)
  expect(overlayShown(ready, 0)).toBe(false)
})

test('a load nobody pressed for starts no cooldown', () => {
  expect(loaded(ready, 1_000)).toBe(ready)
})
