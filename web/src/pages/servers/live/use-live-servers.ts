import type { ServerListDelta } from '@clutch/contract/api/servers.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenWhileVisible } from '../../../app/live/while-visible.ts'
import { heldLists, openServerStream } from '../servers.queries.ts'
import { recentDeltas } from './recent-deltas.ts'
import { follow, type Snapshot } from './snapshot.ts'
import { hearServers } from './hear.ts'

/**
 * Keeps the cached lists up to date through the stream while the tab is visible. Whatever goes wrong with it,
 * the lists are still polled (D13).
 */
export function useLiveServers(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      listenWhileVisible({
        open: openServerStream,
        hear: (event) =>
          hearServers(event, {
            hello: ({ version }) => reloadOthers(client, version),
            delta: (delta) => take(client, delta),
          }),
      }),
    [client],
  )
}

function take(client: QueryClient, delta: ServerListDelta): void {
  recentDeltas.add(delta)
  for (const { key, lists, snapshot } of heldLists(client)) {
    const next = follow(snapshot, recentDeltas.get(), lists)
    if (next !== snapshot) client.setQueryData<Snapshot>(key, next)
  }
  reloadOthers(client, delta.to)
}

/** Lists that show another snapshot than the portal are loaded again, unless they are loading already. */
function reloadOthers(client: QueryClient, version: string): void {
  for (const { key, snapshot } of heldLists(client)) {
    if (snapshot.version === version) continue
    void client.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false })
  }
}
