import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNavigate, useRouter } from '../../../../app/router/router-provider.tsx'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { useListFilter } from './use-list-filter.ts'

/** The search of the list, a link to the list without a filter, and the back button. */
function List() {
  const { filter } = useListFilter([], true)
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <>
      <output>{filter.search}</output>
      <button type="button" onClick={() => void navigate({ to: '/', search: {} })}>
        all
      </button>
      <button type="button" onClick={() => router.history.back()}>
        back
      </button>
    </>
  )
}

afterEach(() => void vi.useRealTimers())

test('D9 going back to a filtered address filters the list again and leaves the address', async () => {
  const { user, address } = await renderPage(<List />, { address: '/?s=dust' })
  const filtered = address()
  expect(screen.getByRole('status').textContent).toBe('dust')
  await user.click(screen.getByRole('button', { name: 'all' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  vi.useFakeTimers()
  await user.click(screen.getByRole('button', { name: 'back' }))
  // Longer than the address rests.
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('status').textContent).toBe('dust')
  expect(address()).toBe(filtered)
})
