import { passwordResetIntervalMs } from '@clutch/contract/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../../app/testing/browser.ts'
import { recordReset, isResetThrottled } from './reset-throttle.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

let items: Map<string, string>
beforeEach(() => {
  items = stubStorage('localStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('C8 one request in five minutes, also after a reload', () => {
  expect(isResetThrottled(now)).toBe(false)
  recordReset(now)
  stubStorage('localStorage', Object.fromEntries(items))
  expect(isResetThrottled(now)).toBe(true)
  expect(isResetThrottled(now + passwordResetIntervalMs - 1)).toBe(true)
  expect(isResetThrottled(now + passwordResetIntervalMs)).toBe(false)
})

test('C8 a clock that was set back, or an invalid stored text, locks no user out', () => {
  recordReset(now)
  expect(isResetThrottled(now - 1)).toBe(false)
  items.set('resetRequestedAt', 'never')
  expect(isResetThrottled(now)).toBe(false)
})
