import { holdDurationMs } from '@clutch/contract/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHold, type HoldPhase } from './hold-gesture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aHold() {
  const phases: HoldPhase[] = []
  const act = vi.fn<() => void>()
  const hold = createHold({ holdMs: holdDurationMs, onPhase: (phase) => phases.push(phase) })
  return { hold, act, phases }
}

test('G8 it acts after 2 s and not a moment earlier', () => {
  const { hold, act, phases } = aHold()
  hold.press(act)
  vi.advanceTimersByTime(1_999)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  expect(phases).toEqual(['holding', 'done'])
})

test('G8 let go early it does nothing and says what to do', () => {
  const { hold, act, phases } = aHold()
  hold.press(act)
  vi.advanceTimersByTime(1_900)
  hold.release()
  vi.advanceTimersByTime(60_000)
  expect(act).not.toHaveBeenCalled()
  expect(phases).toEqual(['holding', 'hint', 'idle'])
})

test('G8 two short presses do not add up', () => {
  const { hold, act } = aHold()
  for (let time = 0; time < 2; time++) {
    hold.press(act)
    vi.advanceTimersByTime(1_500)
    hold.release()
  }
  vi.advanceTimersByTime(60_000)
  expect(act).not.toHaveBeenCalled()
})

test('G8 a key that repeats neither begins again nor lets go', () => {
  const { hold, act } = aHold()
  hold.press(act)
  for (let time = 0; time < 19; time++) {
    vi.advanceTimersByTime(100)
    hold.press(act)
  }
  vi.advanceTimersByTime(100)
  expect(act).toHaveBeenCalledOnce()
})

test('G8 moving away takes the press back, and letting go elsewhere says nothing', () => {
  const { hold, act, phases } = aHold()
  hold.press(act)
  hold.cancel()
  hold.release()
  vi.advanceTimersByTime(60_000)
  expect(act).not.toHaveBeenCalled()
  expect(phases).toEqual(['holding', 'idle'])
})

test('G8 held on after it acted it acts once, and letting go says nothing', () => {
  const { hold, act, phases } = aHold()
  hold.press(act)
  vi.advanceTimersByTime(10_000)
  hold.release()
  expect(act).toHaveBeenCalledOnce()
  expect(phases).toEqual(['holding', 'done', 'idle'])
})

test('G8 assistive technology activates twice; once, or the same one sent twice, is not enough', () => {
  const { hold, act, phases } = aHold()
  hold.activate(act)
  hold.activate(act)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  hold.activate(act)
  expect(act).toHaveBeenCalledOnce()
  expect(phases).toEqual(['armed', 'done'])
})

test('G8 a second activation long after the first is a first one', () => {
  const { hold, act } = aHold()
  hold.activate(act)
  vi.advanceTimersByTime(9_000)
  hold.activate(act)
  expect(act).not.toHaveBeenCalled()
})

test('G8 no timer is left once the button is gone', () => {
  const { hold, act } = aHold()
  hold.press(act)
  hold.stop()
  expect(vi.getTimerCount()).toBe(0)
})
