import { startTransition, useCallback, useState } from 'react'
import { firstRendering } from './first-rendering.ts'

/**
 * Returns an element that a component draws, null before, and the `ref` that sets it. In a page that the portal rendered, what depends on it
 * follows in short tasks.
 */
export function useElement<Drawn extends HTMLElement = HTMLElement>() {
  const [element, setElement] = useState<Drawn | null>(null)
  const ref = useCallback((drawn: Drawn | null) => {
    if (firstRendering.now === null) setElement(drawn)
    else startTransition(() => setElement(drawn))
  }, [])
  return [element, ref] as const
}
