import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterFirstRendering, firstRendering } from '../../../ui/state/first-rendering.ts'
import { runLater } from '../../../app/browser/run-later.ts'
import { cachedLists } from '../servers.queries.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Keeps the cached lists up to date through the stream while the tab is visible. Whatever goes wrong with it,
 * the lists are still polled (D13).
 */
export function useLiveServers(): void {
  const client = useQueryClient()
  useEffect(() => correctClockLater(client), [client])
  // The first view does without; what it shows is polled, too.
  useEffect(
    () =>
      runLater(
        'the stream',
        () => import('./live-servers.ts'),
        ({ listenToServers }) => listenToServers(client),
      ),
    [client],
  )
}

/** A list that the portal rendered does not know how far this device's clock is off. */
function correctClockLater(client: QueryClient): void {
  if (firstRendering.now === null || firstRendering.isKept) return
  const aheadMs = firstRendering.now - Date.now()
  afterFirstRendering(() => {
    for (const { key, snapshot } of cachedLists(client)) {
      // New data would end an error, which the page shows.
      if (client.getQueryState(key)?.status !== 'error')
        client.setQueryData<Snapshot>(key, { ...snapshot, aheadMs })
    }
  })
}
