import type { HistoryState } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { carriedError, navigationError } from './navigation-error.ts'

test('A2 the error of the first redirect survives the chain', () => {
  expect(carriedError({}, 'featureOff')).toEqual({ error: 'featureOff' })
  expect(carriedError({ error: 'pageNotFound' }, 'featureOff')).toEqual({ error: 'pageNotFound' })
  expect(carriedError({ error: 'featureOff' })).toEqual({ error: 'featureOff' })
  expect(carriedError({})).toEqual({})
})

test('A4, C17 only the known errors are shown, whatever the history holds', () => {
  for (const error of ['pageNotFound', 'steamApiError', 'bind.already_bound'] as const)
    expect(navigationError({ error })).toBe(error)
  for (const error of ['<b>', '', null, 7, {}])
    expect(navigationError({ error } as unknown as HistoryState)).toBeNull()
})
