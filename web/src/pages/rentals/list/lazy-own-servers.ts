import { lazyComponent } from '../../../app/browser/lazy-component.tsx'
import { withWords } from '../../../locales/lazy-words.ts'

/**
 * Loaded with the page where there is a session, else when the browser is idle. Its terms are named like those of an order, its regions like
 * those of the community's servers.
 */
export const OwnServers = lazyComponent(
  () => withWords('servers', withWords('payment', import('./own-servers.tsx'))),
  'OwnServers',
)
