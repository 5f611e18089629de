import '@fontsource-variable/inter/wght.css'
import '@fontsource/barlow-condensed/latin-600.css'
import './ui/styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { captureUrlCredentials } from './app/sign-in/url-credentials.ts'
import { reloadIfOutdated, watchNavigation } from './app/browser/chunk-loading.ts'
import { watchConnection } from './app/api/connection.ts'
import { ErrorBoundary } from './app/errors/error-boundary.tsx'
import { captureInstallPrompt } from './app/browser/install-prompt.ts'
import { loadPortal } from './app/portal/portal.queries.ts'
import { PortalContext } from './app/portal/portal-context.ts'
import { createQueryClient } from './app/api/query-client.ts'
import { logError } from './app/errors/log-error.ts'
import { createPageRouter } from './app/routes/router.ts'
import { StartFailed } from './app/errors/start-failed.tsx'
import { preloadAccount } from './app/shell/account/account.tsx'
import { startLanguage } from './locales/index.ts'
import { setMissingPartHandler } from './ui/loading/lazy-part.ts'
import { siteName } from './ui/text/page-title.tsx'
import { whenIdle } from './ui/loading/when-idle.ts'

captureUrlCredentials()
captureInstallPrompt()
watchConnection()
setMissingPartHandler(reloadIfOutdated)

// The content security policy forbids code made from strings.
z.config({ jitless: true })

async function start(): Promise<React.ReactNode> {
  const [portal] = await Promise.all([loadPortal(), startLanguage()])
  siteName.set(portal.name)
  preloadAccount()
  const router = createPageRouter(portal)
  watchNavigation(() => router.state.status === 'pending')
  return (
    <ErrorBoundary>
      <PortalContext value={portal}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </PortalContext>
    </ErrorBoundary>
  )
}

const place = document.querySelector('#root')
if (place === null) throw new Error('index.html has no #root')
const root = createRoot(place)
start().then(
  (page) => {
    root.render(<StrictMode>{page}</StrictMode>)
    whenIdle(
      () =>
        void import('./app/browser/service-worker.ts').then(
          ({ registerServiceWorker: startWorker }) => startWorker(),
          (error: unknown) => logError('loading the worker', error),
        ),
    )
  },
  (error: unknown) => {
    logError('starting the page', error)
    root.render(<StartFailed />)
  },
)
