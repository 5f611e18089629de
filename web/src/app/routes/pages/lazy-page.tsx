import { useEffect, type ComponentType } from 'react'
import { finishWhenHydrated } from '../../first-view/first-view-part.tsx'
import { lazyComponent } from '../../browser/lazy-component.tsx'
import type { LoadedPage } from '../../router/page-router.ts'

/** A page that its route loads before it is drawn. */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LoadedPage<Props> {
  const Content = lazyComponent(load, name)

  function Page(props: Props) {
    // The frame around a rendered page is the browser's before the page itself is.
    useEffect(finishWhenHydrated, [])
    return <Content {...props} />
  }
  return Object.assign(Page, { preload: Content.preload })
}
