import { useEffect } from 'react'
import type { lazyIconShapes } from './lazy-icon-shapes.ts'
import { createStore, useStore } from '../state/store.ts'

type LazyShapes = typeof lazyIconShapes
export type LazyIconName = keyof LazyShapes

const store = createStore<LazyShapes | null>(null)

/** Loads the drawings that the first screen does without, so that what comes later is drawn whole at once. */
export async function loadLazyIcons(): Promise<void> {
  if (store.get() === null) store.set((await import('./lazy-icon-shapes.ts')).lazyIconShapes)
}

/** Returns a lazy icon's shape; loads the icons if necessary, and is empty until they have loaded. */
export function useLazyIconShape(name: LazyIconName): string {
  // What has loaded may be drawn at once: a rendered page comes with all icons.
  const shapes = useStore({ ...store, getFirst: store.get })
  useEffect(() => void loadLazyIcons().catch(() => undefined), [])
  return shapes?.[name] ?? ''
}
