import { withPageWords } from '../../locales/lazy-words.ts'
import { OwnServers } from '../../pages/rentals/list/lazy-own-servers.ts'
import { lazyPage } from './pages/lazy-page.tsx'
import { withOwnPart } from './pages/page-parts.ts'
import { leadTo, requireFeature } from './route-checks.ts'

const loadPage = () => withPageWords('practice', import('../../pages/rentals/rentals-page.tsx'))

/** The document holds the sample cards; the browser loads them when it is idle. */
async function loadWithSample() {
  const { SampleServers } = await import('../../pages/rentals/list/lazy-sample-servers.ts')
  await SampleServers.preload()
  return loadPage()
}

/** G: practice servers. A2: everything under /pracc needs its feature. */
export const practiceRoutes = {
  '/pracc': {
    check: requireFeature(({ pracc }) => pracc.enabled),
    page: lazyPage(
      () => (import.meta.env.SSR ? loadWithSample() : withOwnPart(OwnServers, loadPage())),
      'PracticePage',
    ),
  },
  '/pracc/$': leadTo('/pracc'),
}
