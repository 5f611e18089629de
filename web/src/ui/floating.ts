import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from './toast-store.ts'

type Parts = typeof import('./floating/parts.ts')

let parts: Parts | null = null

async function load(): Promise<Parts> {
  parts ??= await import('./floating/parts.ts')
  return parts
}

/** Fetches the floating parts ahead of their first use; a failure shows when they are really wanted. */
function preloadFloating(): void {
  load().catch(() => undefined)
}

/** Fetches the floating parts once the browser has nothing better to do. */
export function preloadFloatingAtIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(preloadFloating, { timeout: 5_000 })
  else setTimeout(preloadFloating, 2_000)
}

/** Spread on an opener: the parts are on their way before it is pressed. */
export const floatingIntent = { onPointerEnter: preloadFloating, onFocus: preloadFloating }

/**
 * The floating parts from the first time one is wanted on, null before: what was open once stays mounted, so that it
 * can leave with its transition. Where they cannot be fetched a toast says so and the next opening tries again.
 */
export function useFloating(open: boolean): Parts | null {
  const [wanted, setWanted] = useState<Parts | null>(null)
  const { t } = useTranslation()
  if (open && wanted === null && parts !== null) setWanted(parts)
  useEffect(() => {
    if (!open || wanted !== null) return
    let waiting = true
    load().then(
      (loaded) => waiting && setWanted(loaded),
      () => showToast({ tone: 'bad', title: t(($) => $.errors.offline) }),
    )
    return () => {
      waiting = false
    }
  }, [open, wanted, t])
  return wanted
}
