import { useEffect } from 'react'
import type { lazyIconShapes } from './lazy-icon-shapes.ts'
import type { pageIconShapes } from './page-icon-shapes.ts'
import { createStore, useStore } from '../state/store.ts'

export type LazyIconName = keyof typeof pageIconShapes | keyof typeof lazyIconShapes

const store = createStore<Partial<Record<LazyIconName, string>>>({})
const loaders = {
  page: async () => (await import('./page-icon-shapes.ts')).pageIconShapes,
  all: async () => (await import('./lazy-icon-shapes.ts')).lazyIconShapes,
}
const loaded = new Set<keyof typeof loaders>()

async function load(part: keyof typeof loaders): Promise<void> {
  if (loaded.has(part)) return
  const shapes = await loaders[part]()
  loaded.add(part)
  store.set({ ...store.get(), ...shapes })
}

/** Loads the drawings of the public pages, so that such a page is drawn whole at once. */
export function loadPageIcons(): Promise<void> {
  return load('page')
}

/** Loads every drawing. */
export async function loadLazyIcons(): Promise<void> {
  await Promise.all([load('page'), load('all')])
}

/** Returns a lazy icon's shape; loads the icons if necessary, and is empty until they have loaded. */
export function useLazyIconShape(name: LazyIconName): string {
  // What has loaded may be drawn at once: a rendered page comes with its icons.
  const shape = useStore({ ...store, getFirst: store.get })[name]
  const isMissing = shape === undefined
  useEffect(() => {
    if (isMissing) void loadLazyIcons().catch(() => undefined)
  }, [isMissing])
  return shape ?? ''
}
