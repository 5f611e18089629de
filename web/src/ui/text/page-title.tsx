import { createStore } from '../state/store.ts'

/** The community's name, which ends the title of every page. */
export const siteName = createStore('')

/** The title of the browser's tab while a page is shown. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${siteName.get()}`}</title>
}
