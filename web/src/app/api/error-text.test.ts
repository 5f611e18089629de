import { errorStatus } from '@clutch/contract/errors.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { zh as first } from '../../locales/zh/index.ts'
import { zh as whole } from '../../locales/zh/all-texts.ts'
import { errorWordsLoaded, loadErrorWords } from '../../locales/lazy-words.ts'
import { startWords } from '../../locales/translate.ts'
import { getErrorCodeText } from './error-text.ts'

beforeAll(() => startWords('zh', first))

test('B7 an error of the first screen has its words at once', () => {
  expect(getErrorCodeText('offline')).toBe(whole.errors.offline)
  expect(getErrorCodeText('session.invalid')).toBe(whole.errors['session.invalid'])
  expect(errorWordsLoaded.get()).toBe(false)
})

test('B7 any other one says something general until its words came, which it asks for itself', async () => {
  expect(getErrorCodeText('rental.owner_only')).toBe(whole.errors['portal.internal'])
  await vi.waitUntil(() => errorWordsLoaded.get())
  expect(getErrorCodeText('rental.owner_only')).toBe(whole.errors['rental.owner_only'])
})

test('B7 every error has its own words then, and those that were there keep theirs', async () => {
  await loadErrorWords()
  const codes = Object.keys(errorStatus) as (keyof typeof errorStatus)[]
  for (const code of codes) expect([code, getErrorCodeText(code)]).toEqual([code, whole.errors[code]])
})
