import './ui/styles/base.css'
import './app/start/capture-first.ts'
import './app/start/evaluate-libraries.ts'
import './app/start/evaluate-shell.ts'
import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { reloadIfOutdated, watchNavigation } from './app/browser/chunk-loading.ts'
import { watchConnection } from './app/browser/connection.ts'
import { loadPortalCalls } from './app/portal/announcement.queries.ts'
import { createQueryClient } from './app/api/query-client.ts'
import { type FirstView, readFirstView } from './app/first-view/first-view.ts'
import { restoreStyleAttributes } from './app/first-view/style-attributes.ts'
import { PageRoot } from './app/first-view/page-root.tsx'
import { logError } from './app/errors/log-error.ts'
import type { PageRouter } from './app/router/page-router.ts'
import { saveScroll, watchScroll } from './app/router/scroll-positions.ts'
import { createPageRouter } from './app/routes/router.ts'
import { StartFailed } from './app/errors/start-failed.tsx'
import { loadLaterParts } from './app/shell/load-later-parts.ts'
import { preloadAccount } from './app/shell/account/account.tsx'
import { startLanguage } from './locales/index.ts'
import { pageLanguage } from './locales/translate.ts'
import { setMissingPartHandler } from './ui/loading/lazy-part.ts'
import { nextTask } from './ui/loading/next-task.ts'
import { siteName } from './ui/text/page-title.tsx'
import { afterFirstRendering, firstRendering } from './ui/state/first-rendering.ts'
import { whenIdle } from './ui/loading/when-idle.ts'

watchConnection()
setMissingPartHandler(reloadIfOutdated)

// The content security policy forbids code made from strings.
z.config({ jitless: true })

/** For how long the page does not request again what came with its document, ms. */
const documentFreshMs = 5_000
/** An older document comes from the browser’s cache: its data is shown, and requested again, ms. */
const documentMaxAgeMs = 60_000

async function start(root: Element): Promise<void> {
  await startLanguage()
  const view = readFirstView(pageLanguage())
  const portal = view?.portal ?? (await (await loadPortalCalls()).loadPortal())
  siteName.set(portal.name)
  preloadAccount()
  const router = createPageRouter(portal)
  router.onLeave = saveScroll
  watchScroll(() => router.shown?.location ?? router.location)
  watchNavigation(() => router.isLoading)
  const loaded = router.load()
  await nextTask()
  if (view !== null && (await hydratePage(root, view, router, loaded))) return
  createRoot(root).render(<PageRoot portal={portal} queries={createQueryClient()} router={router} />)
}

/** Continues from the page that the portal rendered; returns false where the address leads elsewhere by now. */
async function hydratePage(
  root: Element,
  view: FirstView,
  router: PageRouter,
  loaded: Promise<void>,
): Promise<boolean> {
  await loaded
  if (router.location.pathname !== view.path) return false
  const isKept = view.isKept === true
  // What the worker has kept is requested once the page is hydrated.
  const isFresh = isKept || (navigator.onLine && Math.abs(Date.now() - view.renderedAt) < documentMaxAgeMs)
  const fresh = new Set(isFresh ? view.queries.queries.map(({ queryHash }) => queryHash) : [])
  setTimeout(() => fresh.clear(), documentFreshMs)
  const queries = createQueryClient(fresh)
  for (const { queryKey, state } of view.queries.queries)
    queries.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
  Object.assign(firstRendering, { isMobile: view.isMobile, now: view.renderedAt, isKept })
  restoreStyleAttributes(document)
  await nextTask()
  // In a transition React divides the work into short tasks.
  startTransition(() => {
    const page = hydrateRoot(root, <PageRoot portal={view.portal} queries={queries} router={router} />, {
      onRecoverableError: (error) => logError('hydrating the page', error),
    })
    const show = (portal: Portal) => {
      siteName.set(portal.name)
      router.setPortal(portal)
      page.render(<PageRoot portal={portal} queries={queries} router={router} />)
    }
    if (isKept)
      afterFirstRendering(() =>
        loadLaterParts().then(
          ({ renewKeptPage: renew }) => renew(view.portal, queries, show),
          () => queries.invalidateQueries(),
        ),
      )
  })
  return true
}

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
start(root).then(
  () =>
    whenIdle(
      () =>
        void loadLaterParts().then(
          ({ registerServiceWorker: startWorker }) => startWorker(),
          (error: unknown) => logError('loading the worker', error),
        ),
    ),
  (error: unknown) => {
    logError('starting the page', error)
    createRoot(root).render(<StartFailed />)
  },
)
