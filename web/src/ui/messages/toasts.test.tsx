import { act, screen } from '@testing-library/react'
import { toastMs } from '@clutch/contract/limits.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../app/testing/render-page.tsx'
import { showToast, toastStore } from './toast-store.ts'
import { Toasts } from './toasts.tsx'

afterEach(() => {
  vi.useRealTimers()
  toastStore.set([])
})

test('a toast that follows one closed by a key disappears by itself', async () => {
  vi.useFakeTimers()
  const { user } = await renderPage(<Toasts />)
  act(() => showToast({ tone: 'info', title: 'first' }))
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.queryByText('first')).toBeNull()
  act(() => showToast({ tone: 'info', title: 'second' }))
  await act(() => vi.advanceTimersByTimeAsync(toastMs + 1_000))
  expect(screen.queryByText('second')).toBeNull()
})
