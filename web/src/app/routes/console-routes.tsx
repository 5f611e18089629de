import { createRoute } from '@tanstack/react-router'
import { withWords } from '../../locales/lazy-words.ts'
import { lazyPage } from './lazy-page.tsx'
import { rootRoute } from './root-route.ts'

/** The operators' console; its pages find themselves by the rest of the address. */
const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyPage(() => withWords('admin', import('../../pages/console/console.tsx')), 'Console'),
})

const consolePageRoute = createRoute({ getParentRoute: () => consoleRoute, path: '$' })

export const consoleRoutes = consoleRoute.addChildren([consolePageRoute])
