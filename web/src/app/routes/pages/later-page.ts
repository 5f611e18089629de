import type { LoadedPage } from '../../router/page-router.ts'
import type { laterPages } from './later-pages.ts'
import { lazyPage } from './lazy-page.tsx'

type LaterPages = typeof laterPages
type Loaded<Key extends keyof LaterPages> = Awaited<ReturnType<LaterPages[Key]>>
type PropsOf<Page> = Page extends (props: infer Props extends object) => unknown ? Props : object

/** Loads the file that finds the pages which no first visit begins with, and then one of them. */
export async function loadLaterPage<Key extends keyof LaterPages>(key: Key): Promise<Loaded<Key>> {
  const { laterPages: pages } = await import('./later-pages.ts')
  return pages[key]() as Promise<Loaded<Key>>
}

/** Such a page. */
export function laterPage<Key extends keyof LaterPages, Name extends keyof Loaded<Key> & string>(
  key: Key,
  name: Name,
): LoadedPage<PropsOf<Loaded<Key>[Name]>> {
  return lazyPage(() => loadLaterPage(key) as never, name)
}
