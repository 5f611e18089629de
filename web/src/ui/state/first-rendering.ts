import { useSyncExternalStore } from 'react'

/**
 * What a server-rendered page was rendered for. The browser's first rendering uses the same, so that both agree; afterwards the
 * page follows the browser.
 */
export const firstRendering = {
  isMobile: false,
  /** The portal's time, ms since 1970; null where the page was not rendered by the portal. */
  now: null as number | null,
  /** F3: whether the page still shows an earlier rendering, from the worker. */
  isKept: false,
}

const waiting: (() => unknown)[] = []

/** Runs a task once the first rendering is over, in a task of the browser of its own; at once where it is over already. */
export function afterFirstRendering(task: () => unknown): void {
  if (firstRendering.now === null) task()
  else waiting.push(task)
}

/** Ends the first rendering. */
export function finishFirstRendering(): void {
  firstRendering.now = null
  for (const task of waiting.splice(0)) setTimeout(task)
}

/** Returns a value that only a browser knows, and `first` in the first rendering of a server-rendered page. */
export function useBrowserValue<Value>(read: () => Value, first: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => first)
}

const subscribeToNothing = () => () => undefined
