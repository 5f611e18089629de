import type { Delta } from '@clutch/contract/api/servers.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { heldLists, openServerStream } from '../servers.queries.ts'
import { recentDeltas } from './recent-deltas.ts'
import { follow, type Snapshot } from './snapshot.ts'
import { listen } from './stream.ts'

/**
 * Keeps the cached lists up to date through the stream while the tab is visible. Whatever goes wrong with it,
 * the lists are still polled (D13).
 */
export function useLiveServers(): void {
  const client = useQueryClient()
  useEffect(() => {
    let listening: AbortController | null = null
    const follow = () => {
      listening?.abort()
      listening = document.visibilityState === 'visible' ? start(client) : null
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      listening?.abort()
    }
  }, [client])
}

function start(client: QueryClient): AbortController {
  const end = new AbortController()
  void listen(
    {
      open: openServerStream,
      hello: ({ version }) => reloadOthers(client, version),
      delta: (delta) => take(client, delta),
      random: Math.random,
      wait,
    },
    end.signal,
  )
  return end
}

function take(client: QueryClient, delta: Delta): void {
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

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
