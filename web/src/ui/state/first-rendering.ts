import { useSyncExternalStore } from 'react'

/**
 * What a server-rendered page was rendered for. The browser's first rendering uses the same, so that both agree; afterwards the
 * page follows the browser.
 */
export const firstRendering = {
  isMobile: false,
  /** The portal's time, ms since 1970; null where the page was not rendered by the portal. */
  now: null as number | null,
}

/** Returns a value that only a browser knows, and `first` in the first rendering of a server-rendered page. */
export function useBrowserValue<Value>(read: () => Value, first: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => first)
}

const subscribeToNothing = () => () => undefined
