import { createRoute } from '@tanstack/react-router'
import { withWords } from '../../locales/lazy-words.ts'
import { lazyPage } from './lazy-page.tsx'
import { redirectKeepingError, rootRoute } from './root-route.ts'

/** A2: everything under /pracc needs its feature. */
const practiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pracc',
  beforeLoad: ({ context, location }) => {
    if (!context.portal.features.pracc.enabled) throw redirectKeepingError('/', location, 'featureOff')
  },
})

const practiceServersRoute = createRoute({
  getParentRoute: () => practiceRoute,
  path: '/',
  component: lazyPage(
    // The terms of the price list are named like those of an order.
    () => withWords('payment', withWords('practice', import('../../pages/rentals/rentals-page.tsx'))),
    'PracticePage',
  ),
})

/** Anything else under /pracc. */
const unknownPracticeRoute = createRoute({
  getParentRoute: () => practiceRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    throw redirectKeepingError('/pracc', location)
  },
})

/** G: practice servers. */
export const practiceRoutes = practiceRoute.addChildren([practiceServersRoute, unknownPracticeRoute])
