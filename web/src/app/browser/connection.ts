import { onlineManager } from '@tanstack/react-query'
import { createStore } from '../../ui/state/store.ts'

/** How often a portal that cannot be reached is tried again, and how long one try may take; ms. */
const retryIntervalMs = 5_000
const attemptTimeoutMs = 5_000

/** What the portal serves: the build this page is of, or another one. */
type Build = 'same' | 'other'

/** Whether the portal can be reached, as far as is known. */
export const onlineStore = createStore(true)

let pendingCheck: Promise<Build | null> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Asks whether the portal can be reached and which build of the page it serves; null where it cannot. While it cannot, it is
 * tried again until it can; then queries that failed load again.
 */
export function checkConnection(): Promise<Build | null> {
  if (import.meta.env.SSR) return Promise.resolve('same')
  pendingCheck ??= fetchServedBuild().then((build) => {
    pendingCheck = null
    setConnected(build !== null)
    return build
  })
  return pendingCheck
}

/** Settles when the portal can be reached. */
export function waitForConnection(): Promise<void> {
  if (onlineStore.get()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onlineStore.subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** Follows what the browser knows of its network. */
export function watchConnection(): void {
  if (!navigator.onLine) setConnected(false)
  addEventListener('offline', () => setConnected(false))
  addEventListener('online', () => void checkConnection())
}

function setConnected(now: boolean): void {
  clearTimeout(timer)
  if (!now) timer = setTimeout(() => void checkConnection(), retryIntervalMs)
  if (onlineStore.get() === now) return
  onlineStore.set(now)
  onlineManager.setOnline(now)
}

/** The start page from the network: the service worker answers navigations only. */
async function fetchServedBuild(): Promise<Build | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(attemptTimeoutMs) })
    if (!answer.ok) return null
    return (await answer.text()).includes(new URL(import.meta.url).pathname) ? 'same' : 'other'
  } catch {
    return null
  }
}
