import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { en } from '../../locales/en/all-texts.ts'
import { startWords } from '../../locales/translate.ts'
import { zh } from '../../locales/zh/all-texts.ts'
import { createQueryClient } from '../api/query-client.ts'
import { createMemoryHistory } from '../router/memory-history.ts'
import { PageRouter } from '../router/page-router.ts'
import { RouterProvider } from '../router/router-provider.tsx'

interface RenderedPage {
  user: UserEvent
  /** Path and query, as the address bar shows them. */
  address: () => string
  /** Leaves the page, as a closed tab does. */
  unmount: () => void
}

/** Renders a component where pages of the portal are: with words, a router and a query client. */
export async function renderPage(
  page: ReactNode,
  { language = 'zh', address = '/' }: { language?: Language; address?: string } = {},
): Promise<RenderedPage> {
  startWords(language, { zh, en }[language])
  const { history } = createMemoryHistory(address)
  const router = new PageRouter({ routes: { '/$': {} }, portal: defaultPortal, history })
  await router.load()
  const client = createQueryClient()
  onTestFinished(() => client.clear())
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router}>{page}</RouterProvider>
    </QueryClientProvider>,
  )
  // Under fake timers its pauses take no time.
  const user = userEvent.setup({
    advanceTimers: async (ms) => {
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(ms)
    },
  })
  return { user, address: () => history.location.href, unmount }
}
