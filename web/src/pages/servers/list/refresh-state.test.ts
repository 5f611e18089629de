import { expect, test } from 'vitest'
import { onLoaded, isOverlayShown, onTick, onPressed, ready, secondsLeft } from './refresh-state.ts'

const cooling = onLoaded(onPressed(ready), 1_000)

test('D8 a press loads, the end of the load starts a cooldown of 5 s, then the button is ready', () => {
  expect(onPressed(ready)).toEqual({ phase: 'loading' })
  expect(cooling).toEqual({ phase: 'cooling', since: 1_000 })
  expect(onTick(cooling, 5_999)).toBe(cooling)
  expect(onTick(cooling, 6_000)).toBe(ready)
})

test('D8 presses while loading or cooling down are ignored', () => {
  const loading = onPressed(ready)
  expect(onPressed(loading)).toBe(loading)
  expect(onPressed(cooling)).toBe(cooling)
})

test('D8 the title counts 5, 4, 3, 2, 1', () => {
  expect([1_000, 2_000, 2_001, 5_999, 6_000].map((now) => secondsLeft(cooling, now))).toEqual([5, 4, 4, 1, 0])
  expect(secondsLeft(cooling, 999.9)).toBe(5)
  expect(secondsLeft(ready, 0)).toBe(0)
})

test('D8 the overlay hides 0.2 s after the load', () => {
  expect(isOverlayShown(onPressed(ready), 0)).toBe(true)
  expect(isOverlayShown(cooling, 1_199)).toBe(true)
  expect(isOverlayShown(cooling, 1_200)).toBe(false)
  expect(isOverlayShown(ready, 0)).toBe(false)
})

test('an automatic load starts no cooldown', () => {
  expect(onLoaded(ready, 1_000)).toBe(ready)
})
