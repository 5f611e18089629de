import { useCallback, useSyncExternalStore } from 'react'
import { firstRendering } from './first-rendering.ts'
import { mobileBreakpointPx } from '../layout/layout-sizes.ts'

/** Returns whether a media query matches, updated live. */
function useMediaQuery(query: string, first: () => boolean): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, first)
}

/** A12, D2: whether the page is narrower than 1024 CSS px. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(width < ${mobileBreakpointPx}px)`, () => firstRendering.isMobile)
}

/** Whether the visitor asked the system for less motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', () => false)
}
