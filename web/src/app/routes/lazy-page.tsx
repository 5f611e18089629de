import type { AsyncRouteComponent } from '@tanstack/react-router'
import { use, useEffect, type ComponentType } from 'react'
import { finishFirstView } from '../first-view/first-view.ts'
import { loadChunk } from '../browser/chunk-loading.ts'

/** A page that its route loads before it is drawn; where that fails, drawing it says why and the next visit tries again. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): AsyncRouteComponent<object> {
  let page: ComponentType | undefined
  let failure: { error: unknown } | undefined
  let loading: Promise<void> | undefined

  const attempt = async () => {
    failure = undefined
    try {
      page = (await loadChunk(load))[name]
    } catch (error) {
      failure = { error }
      loading = undefined
    }
  }
  const preload = () => (loading ??= attempt())

  function Page() {
    // The frame around a rendered page is the browser's before the page itself is.
    useEffect(finishFirstView, [])
    if (failure !== undefined) throw failure.error
    if (page === undefined) use(preload())
    const Loaded = page
    return Loaded && <Loaded />
  }
  return Object.assign(Page, { preload })
}
