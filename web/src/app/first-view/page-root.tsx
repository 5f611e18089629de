import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { PortalContext } from '../portal/portal-context.ts'
import type { createPageRouter } from '../routes/router.ts'

interface PageRootProps {
  portal: Portal
  queries: QueryClient
  router: ReturnType<typeof createPageRouter>
}

/** The whole page; the portal renders the same for a first visit. */
export function PageRoot({ portal, queries, router }: PageRootProps) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <PortalContext value={portal}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </PortalContext>
      </ErrorBoundary>
    </StrictMode>
  )
}
