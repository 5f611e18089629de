import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { createBrowserHistory, type PageHistory } from '../router/page-history.ts'
import { PageRouter } from '../router/page-router.ts'
import { routes } from './routes.ts'

/** The page's routes, knowing which features are on (A1–A3, A6, A10, A11). */
export function createPageRouter(portal: Portal, history: PageHistory = createBrowserHistory()): PageRouter {
  return new PageRouter({ routes, portal, history })
}
