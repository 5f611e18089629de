import type { ServerListDelta } from '@clutch/contract/api/servers/servers.ts'
import type { QueryClient } from '@tanstack/react-query'
import { listenWhileVisible } from '../../../app/live/listen-while-visible.ts'
import { cachedLists, openServerStream } from '../servers.queries.ts'
import { recentDeltas } from './recent-deltas.ts'
import { applyDeltas, type Snapshot } from './snapshot.ts'
import { handleServerEvent } from './server-stream.ts'

/** Keeps the cached lists up to date through the stream while the tab is visible; returns what ends it. */
export function listenToServers(client: QueryClient): () => void {
  return listenWhileVisible({
    open: openServerStream,
    hear: (event) =>
      handleServerEvent(event, {
        hello: ({ version }) => refetchOtherLists(client, version),
        delta: (delta) => applyToLists(client, delta),
      }),
  })
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
