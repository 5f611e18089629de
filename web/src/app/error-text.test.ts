import { errorStatus } from '@clutch/contract/errors.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { zh as first } from '../locales/zh/index.ts'
import { zh as whole } from '../locales/zh/whole.ts'
import { errorWordsThere, loadErrorWords } from '../locales/later.ts'
import { startWords } from '../locales/translate.ts'
import { errorWords } from './error-text.ts'

beforeAll(() => startWords('zh', first))

test('B7 an error of the first screen has its words at once', () => {
  expect(errorWords('offline')).toBe(whole.errors.offline)
  expect(errorWords('session.invalid')).toBe(whole.errors['session.invalid'])
  expect(errorWordsThere.get()).toBe(false)
})

test('B7 any other one says something general until its words came, which it asks for itself', async () => {
  expect(errorWords('lease.owner_only')).toBe(whole.errors['portal.internal'])
  await vi.waitUntil(() => errorWordsThere.get())
  expect(errorWords('lease.owner_only')).toBe(whole.errors['lease.owner_only'])
})

test('B7 every error has its own words then, and those that were there keep theirs', async () => {
  await loadErrorWords()
  const codes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]
  for (const code of codes) expect([code, errorWords(code)]).toEqual([code, whole.errors[code]])
})
