import { use, useEffect, type ComponentType } from 'react'
import { finishFirstView } from '../first-view/first-view.ts'
import { loadChunk } from '../browser/chunk-loading.ts'
import type { LoadedPage } from '../router/page-router.ts'

/** A page that its route loads before it is drawn; where that fails, drawing it says why and the next visit tries again. */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LoadedPage<Props> {
  let page: ComponentType<Props> | undefined
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
  const start = () => (loading ??= attempt())

  function Page(props: Props) {
    // The frame around a rendered page is the browser's before the page itself is.
    useEffect(finishFirstView, [])
    if (failure !== undefined) throw failure.error
    if (page === undefined) use(start())
    const Loaded = page
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Page, { preload: () => (page === undefined ? start() : undefined) })
}
