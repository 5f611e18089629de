import type { HistoryState } from '../router/page-history.ts'
import { expect, test } from 'vitest'
import { withNavigationError, readNavigationError } from './navigation-error.ts'

test('A2 the error of the first redirect survives the chain', () => {
  expect(withNavigationError({}, 'featureOff')).toEqual({ error: 'featureOff' })
  expect(withNavigationError({ error: 'pageNotFound' }, 'featureOff')).toEqual({ error: 'pageNotFound' })
  expect(withNavigationError({ error: 'featureOff' })).toEqual({ error: 'featureOff' })
  expect(withNavigationError({})).toEqual({})
})

test('A4, C17 only the known errors are shown, whatever the history holds', () => {
  for (const error of ['pageNotFound', 'steamApiError', 'bind.already_bound'] as const)
    expect(readNavigationError({ error })).toBe(error)
  for (const error of ['<b>', '', null, 7, {}])
    expect(readNavigationError({ error } as unknown as HistoryState)).toBeNull()
})
