import type { ServerListDelta } from '@clutch/contract/api/servers/servers.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenWhileVisible } from '../../../app/live/listen-while-visible.ts'
import { firstRendering } from '../../../ui/state/first-rendering.ts'
import { cachedLists, openServerStream } from '../servers.queries.ts'
import { recentDeltas } from './recent-deltas.ts'
import { applyDeltas, type Snapshot } from './snapshot.ts'
import { handleServerEvent } from './server-stream.ts'

/**
 * Keeps the cached lists up to date through the stream while the tab is visible. Whatever goes wrong with it,
 * the lists are still polled (D13).
 */
export function useLiveServers(): void {
  const client = useQueryClient()
  useEffect(() => correctClock(client), [client])
  useEffect(
    () =>
      listenWhileVisible({
        open: openServerStream,
        hear: (event) =>
          handleServerEvent(event, {
            hello: ({ version }) => refetchOtherLists(client, version),
            delta: (delta) => applyToLists(client, delta),
          }),
      }),
    [client],
  )
}

/** A list that the portal rendered does not know how far this device's clock is off. */
function correctClock(client: QueryClient): void {
  if (firstRendering.now === null) return
  const aheadMs = firstRendering.now - Date.now()
  for (const { key, snapshot } of cachedLists(client))
    client.setQueryData<Snapshot>(key, { ...snapshot, aheadMs })
}

function applyToLists(client: QueryClient, delta: ServerListDelta): void {
  recentDeltas.add(delta)
  for (const { key, lists, snapshot } of cachedLists(client)) {
    const next = applyDeltas(snapshot, recentDeltas.get(), lists)
    if (next !== snapshot) client.setQueryData<Snapshot>(key, next)
  }
  refetchOtherLists(client, delta.to)
}

/** Lists that show another snapshot than the portal are loaded again, unless they are loading already. */
function refetchOtherLists(client: QueryClient, version: string): void {
  for (const { key, snapshot } of cachedLists(client)) {
    if (snapshot.version === version) continue
    void client.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false })
  }
}
