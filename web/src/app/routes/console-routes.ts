import { withWords } from '../../locales/lazy-words.ts'
import type { Route } from '../router/page-router.ts'
import { lazyPage } from './lazy-page.tsx'

/** The operators' console; its pages find themselves by the rest of the address. */
const consoleRoute: Route = {
  page: lazyPage(
    () => withWords('servers', withWords('admin', import('../../pages/console/console.tsx'))),
    'Console',
  ),
}

export const consoleRoutes = { '/admin': consoleRoute, '/admin/$': consoleRoute }
