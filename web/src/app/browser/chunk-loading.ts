import { checkConnection, waitForConnection } from './connection.ts'

/** The page could not be opened because there is no connection. */
export class OfflineError extends Error {
  constructor(cause: unknown) {
    super('no connection', { cause })
    this.name = 'NoConnection'
  }
}

const reloadedKey = 'reloadedFor'
let isPageShown = false
let isReloading = false
let isNavigating = () => false

/** From now on there is a page to stay on while another cannot be loaded. */
export function markPageShown(): void {
  isPageShown = true
}

/** Distinguishes a visitor who navigates to a page from one who only hovers over its link. */
export function watchNavigation(isPending: () => boolean): void {
  isNavigating = isPending
}

/**
 * Loads a part of the page. Without a connection the present page stays and the part loads once the portal can be reached
 * again; rejects with NoConnection where there is no present page. A part that a new version of the page no longer has
 * brings that version once the visitor goes there.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let retried = false
  for (;;) {
    try {
      return await load()
    } catch (error) {
      const build = await checkConnection()
      if (build === 'other' && !isNavigating()) throw error
      if (build === 'other' && reloadOnce()) return await new Promise<never>(() => undefined)
      if (build === null && !isPageShown) throw new OfflineError(error)
      if (build !== null && retried) throw error
      retried = build !== null
      await waitForConnection()
    }
  }
}

/** Brings the new version of the page, where there is one: true when the page is about to be replaced. */
export async function reloadIfOutdated(): Promise<boolean> {
  return (await checkConnection()) === 'other' && reloadOnce()
}

/** Loads the page again, once for each build in a tab: false where that has not helped. */
function reloadOnce(): boolean {
  if (isReloading) return true
  try {
    if (sessionStorage.getItem(reloadedKey) === import.meta.url) return false
    sessionStorage.setItem(reloadedKey, import.meta.url)
  } catch {
    return false
  }
  isReloading = true
  location.reload()
  return true
}
