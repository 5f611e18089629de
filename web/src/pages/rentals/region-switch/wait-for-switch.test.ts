import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../app/api/api-error.ts'
import { classifySwitchFailure, readSwitchOutcome, waitForSwitch } from './wait-for-switch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nobodyLeft = () => new AbortController().signal

/** A call that is answered only when its signal ends it. */
function unanswered(seen: { aborted: boolean }) {
  return (signal: AbortSignal) =>
    new Promise<void>((_, reject) =>
      signal.addEventListener('abort', () => {
        seen.aborted = true
        reject(new DOMException('ended', 'AbortError'))
      }),
    )
}

test('G18 the wait ends after five minutes and not before', async () => {
  const seen = { aborted: false }
  const waited = waitForSwitch(unanswered(seen), nobodyLeft())
  await vi.advanceTimersByTimeAsync(299_999)
  expect(seen.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waited).toBe('timeout')
})

test('G18 an answer ends the wait, and no timer is left', async () => {
  expect(await waitForSwitch(() => Promise.resolve(), nobodyLeft())).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

test('G18 a dialog that closes ends the wait, and no timer is left', async () => {
  const seen = { aborted: false }
  const left = new AbortController()
  const waited = waitForSwitch(unanswered(seen), left.signal)
  left.abort()
  expect(await waited).toBe('left')
  expect(seen.aborted).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('G18 a refusal is reported unchanged', async () => {
  const refused = new ApiError('switch.limit', 409, 'Switch region limit exceeded')
  await expect(waitForSwitch(() => Promise.reject(refused), nobodyLeft())).rejects.toBe(refused)
  expect(classifySwitchFailure(refused)).toBe('switch.limit')
})

test('G18 an answer that is empty or not JSON is said to be unreadable, whatever its status', () => {
  const unread = new SyntaxError('Unexpected end of JSON input')
  expect(classifySwitchFailure(new ApiError('unreadable', 200, 'not JSON', { cause: unread }))).toBe(
    'response',
  )
  expect(classifySwitchFailure(new ApiError('portal.unavailable', 502, 'not JSON', { cause: unread }))).toBe(
    'response',
  )
  expect(classifySwitchFailure(new ApiError('portal.unavailable', 503, 'starting'))).toBe('other')
  expect(classifySwitchFailure(new ApiError('portal.internal', 500, 'x'))).toBe('other')
  expect(classifySwitchFailure(new ApiError('offline', 0, 'x'))).toBe('other')
})

test("G18 without an answer the server's own state shows the result", () => {
  const name = { zh: '东京', en: 'Tokyo' }
  const running = { region: 'ap-shanghai', switching: { region: 'ap-tokyo', region_name: name, since: 0 } }
  expect(readSwitchOutcome(running, 'ap-tokyo', true)).toBe('unknown')
  expect(readSwitchOutcome({ region: 'ap-tokyo', switching: null }, 'ap-tokyo', true)).toBe('done')
  expect(readSwitchOutcome({ region: 'ap-shanghai', switching: null }, 'ap-tokyo', true)).toBe('failed')
  expect(readSwitchOutcome({ region: 'ap-shanghai', switching: null }, 'ap-tokyo', false)).toBe('unknown')
})
