import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { showToast } from '../messages/toast-store.ts'

/** A part of the page that the first screen does not wait for. */
export interface LazyPart<T> {
  /** Fetches it ahead of its first use; a failure shows when it is really wanted. */
  preload: () => void
  /**
   * Returns the part from its first use on, null before: after its first opening it stays mounted, so that it
   * can close with its transition. If it cannot be loaded a toast says so and the next opening tries again.
   */
  usePart: (open: boolean) => T | null
}

let reloadOutdatedPage = async () => false

/**
 * Sets the first handler for a part that cannot be loaded; returns true when the page is about to be replaced
 * by a newer one.
 */
export function setMissingPartHandler(replace: () => Promise<boolean>): void {
  reloadOutdatedPage = replace
}

/** Creates a lazy part from the import in `fetchPart`. */
export function createLazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  let part: T | null = null
  const load = async () => (part ??= await fetchPart())

  function usePart(open: boolean): T | null {
    const [wanted, setWanted] = useState<{ part: T } | null>(null)
    const { t } = useTranslation()
    if (open && wanted === null && part !== null) setWanted({ part })
    useEffect(() => {
      if (!open || wanted !== null) return
      let waiting = true
      load().then(
        (loaded) => waiting && setWanted({ part: loaded }),
        async () => {
          if (!(await reloadOutdatedPage())) showToast({ tone: 'bad', title: t(($) => $.errors.offline) })
        },
      )
      return () => {
        waiting = false
      }
    }, [open, wanted, t])
    return wanted?.part ?? null
  }

  return { preload: () => void load().catch(() => undefined), usePart }
}
