import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorPage } from '../errors/error-page.tsx'
import { routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './page-search.ts'
import { UnknownPage } from './unknown-page.tsx'

/** The page's routes, knowing which features are on (A1–A3, A6, A10, A11). */
export function createPageRouter(portal: Portal, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { portal },
    ...(history !== undefined && { history }),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: UnknownPage,
    defaultPreload: 'intent',
    // A new page begins at its top; the way back leads to where one was.
    scrollRestoration: !import.meta.env.SSR,
    scrollToTopSelectors: ['#content'],
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
}
