import { lazyComponent } from '../../../app/browser/lazy-component.tsx'
import { withWords } from '../../../locales/lazy-words.ts'
import { whenIdle } from '../../../ui/loading/when-idle.ts'

/** Loaded when the browser is idle; until then the cards that the portal rendered remain, which nothing can be done with. */
export const SampleServers = lazyComponent(async () => {
  if (!import.meta.env.SSR) await new Promise<void>(whenIdle)
  // A decoration that cannot be loaded is left out.
  const part = await withWords('servers', import('./sample-servers.tsx')).catch(() => null)
  return { SampleServers: part?.SampleServers ?? NoServers }
}, 'SampleServers')

function NoServers() {
  return null
}
