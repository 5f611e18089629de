import { withPageWords } from '../../locales/lazy-words.ts'
import { lazyPage } from './lazy-page.tsx'
import { leadTo, requireFeature } from './route-checks.ts'

/** G: practice servers. A2: everything under /pracc needs its feature. */
export const practiceRoutes = {
  '/pracc': {
    check: requireFeature(({ pracc }) => pracc.enabled),
    page: lazyPage(
      // The terms of the price list are named like those of an order, the regions like those of the community's servers.
      () =>
        withPageWords(
          'servers',
          withPageWords('payment', withPageWords('practice', import('../../pages/rentals/rentals-page.tsx'))),
        ),
      'PracticePage',
    ),
  },
  '/pracc/$': leadTo('/pracc'),
}
