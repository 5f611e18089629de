import { useSyncExternalStore } from 'react'
import { createStore } from '../state/store.ts'

/** The community's name, which ends the title of every page. */
export const siteName = createStore('')

/** The title of the browser's tab while a page is shown. */
export function PageTitle({ children }: { children: string }) {
  // The name is set before the first rendering, also where the portal renders: `useStore` would begin with the empty one.
  const name = useSyncExternalStore(siteName.subscribe, siteName.get, siteName.get)
  return <title>{`${children} · ${name}`}</title>
}
