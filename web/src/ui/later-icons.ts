import { useEffect, useSyncExternalStore } from 'react'
import type { laterShapes } from './later-shapes.ts'
import { createStore } from './store.ts'

type LaterShapes = typeof laterShapes
export type LaterIconName = keyof LaterShapes

const store = createStore<LaterShapes | null>(null)

/** Loads the drawings that the first screen does without, so that what comes later is drawn whole at once. */
export async function loadLaterShapes(): Promise<void> {
  if (store.get() === null) store.set((await import('./later-shapes.ts')).laterShapes)
}

/** One of them; it asks for them itself where nobody did, and is empty until they are there. */
export function useLaterShape(name: LaterIconName): string {
  const shapes = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => void loadLaterShapes().catch(() => undefined), [])
  return shapes?.[name] ?? ''
}
