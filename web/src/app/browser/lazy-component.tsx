import { use, type ComponentType, type ReactNode } from 'react'
import { loadChunk } from './chunk-loading.ts'

/** A component that is loaded before it is drawn. */
export interface LazyComponent<Props = object> {
  (props: Props): ReactNode
  /** Returns undefined once it is loaded. Does not reject: drawing the component throws. */
  preload: () => Promise<unknown> | undefined
}

/** Where loading fails, drawing the component says why and the next visit tries again. Without `preload` it suspends at first. */
export function lazyComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  let component: ComponentType<Props> | undefined
  let failure: { error: unknown } | undefined
  let loading: Promise<void> | undefined

  const attempt = async () => {
    failure = undefined
    try {
      component = (await loadChunk(load))[name]
    } catch (error) {
      failure = { error }
      loading = undefined
    }
  }
  const start = () => (loading ??= attempt())

  function Component(props: Props) {
    if (failure !== undefined) throw failure.error
    if (component === undefined) use(start())
    const Loaded = component
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Component, { preload: () => (component === undefined ? start() : undefined) })
}
