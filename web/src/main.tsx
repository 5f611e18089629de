import '@fontsource-variable/inter/wght.css'
import '@fontsource/barlow-condensed/latin-600.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { captureUrlCredentials } from './app/arrival.ts'
import { reloadIfOutdated, watchNavigation } from './app/chunk.ts'
import { watchConnection } from './app/connection.ts'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { captureInstallPrompt } from './app/install-prompt.ts'
import { loadPortal } from './app/portal.queries.ts'
import { PortalContext } from './app/portal.ts'
import { createQueryClient } from './app/query-client.ts'
import { logError } from './app/report.ts'
import { createPageRouter } from './app/router.ts'
import { StartFailed } from './app/start-failed.tsx'
import { preloadAccount } from './app/shell/account.tsx'
import { startLanguage } from './locales/index.ts'
import { setMissingPartHandler } from './ui/later-part.ts'
import { siteName } from './ui/page-title.tsx'
import { whenIdle } from './ui/when-idle.ts'

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
        void import('./app/worker.ts').then(
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
