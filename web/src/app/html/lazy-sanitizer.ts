import { useEffect } from 'react'
import { afterFirstRendering } from '../../ui/state/first-rendering.ts'
import { createStore, useStore } from '../../ui/state/store.ts'
import { logError } from '../errors/log-error.ts'

type Sanitizer = typeof import('./sanitize-html.ts')

const store = createStore<Sanitizer | null>(null)

/** The sanitizer of the portal, for the pages that it renders: the page's own needs a browser. */
export const portalSanitizer: { sanitize: (html: string) => string } = { sanitize: () => '' }

/** J1: Returns the page's sanitizer; null until it has loaded. The first view does without: the portal has sanitized its HTML. */
export function useSanitizer(): Sanitizer | null {
  useEffect(() => {
    afterFirstRendering(() => {
      if (store.get() !== null) return
      import('./sanitize-html.ts').then(store.set, (error: unknown) =>
        logError('loading the sanitizer', error),
      )
    })
  }, [])
  return useStore({ ...store, getFirst: store.get })
}
