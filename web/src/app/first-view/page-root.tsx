import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '../router/router-provider.tsx'
import { StrictMode } from 'react'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { PortalContext } from '../portal/portal-context.ts'
import type { PageRouter } from '../router/page-router.ts'
import { Shell } from '../shell/shell.tsx'

interface PageRootProps {
  portal: Portal
  queries: QueryClient
  router: PageRouter
}

/** The whole page; the portal renders the same for a first visit. */
export function PageRoot({ portal, queries, router }: PageRootProps) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <PortalContext value={portal}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router}>
              <Shell />
            </RouterProvider>
          </QueryClientProvider>
        </PortalContext>
      </ErrorBoundary>
    </StrictMode>
  )
}
