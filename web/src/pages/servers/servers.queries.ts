import {
  getServer,
  getServerHistory,
  getServerInfo,
  getServerRules,
  listServers,
  snapshotTimeHeader,
  snapshotVersionHeader,
  streamServers,
  type Server,
  type ServerHistory,
} from '@clutch/contract/api/servers/servers.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { serverListPollMs, playerListCacheMs } from '@clutch/contract/limits.ts'
import { formatServerAddress } from '@clutch/contract/rules/servers/list/server-sort.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, callWithHeaders, openStream } from '../../app/api/api-client.ts'
import { logError } from '../../app/errors/log-error.ts'
import { recentDeltas } from './live/recent-deltas.ts'
import { applyDeltas, reuseEqualServers, type ListFilter, type Snapshot } from './live/snapshot.ts'

const root = ['servers'] as const
const listRoot = [...root, 'list'] as const
const playersRoot = [...root, 'players'] as const

/** No modes, maps or regions: every server. */
export const allServers: ListFilter = { modes: [], maps: [], regions: [] }

/** D13: the list, filtered by the portal; unfiltered it is asked again every 30 s. Failures are logged (D15). */
export const listQuery = (lists: ListFilter) =>
  queryOptions({
    queryKey: [...listRoot, lists] as const,
    queryFn: async ({ signal, client, queryKey }): Promise<Snapshot> => {
      try {
        return await loadList(lists, signal, client.getQueryData<Snapshot>(queryKey))
      } catch (error) {
        if (!signal.aborted) logError('loading the servers', error)
        throw error
      }
    },
    refetchInterval: serverListPollMs,
    refetchIntervalInBackground: false,
    staleTime: 0,
    structuralSharing: false,
    retry: false,
  })

async function loadList(
  lists: ListFilter,
  signal: AbortSignal,
  held: Snapshot | undefined,
): Promise<Snapshot> {
  const { reply, headers } = await callWithHeaders(listServers, { query: listsQuery(lists), signal })
  const now = Date.now()
  const loaded: Snapshot = {
    servers: reply,
    version: headers.get(snapshotVersionHeader) ?? '',
    at: Number(headers.get(snapshotTimeHeader) ?? now),
    aheadMs: portalTime(headers, now) - now,
  }
  const current = applyDeltas(loaded, recentDeltas.get(), lists)
  return held === undefined
    ? current
    : { ...current, servers: reuseEqualServers(current.servers, held.servers) }
}

/**
 * Returns the portal's own time of an answer, ms since 1970; the header has whole seconds, so the middle of
 * one.
 */
function portalTime(headers: Headers, now: number): number {
  const sentAt = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(sentAt) ? now : sentAt + 500
}

function listsQuery(lists: ListFilter) {
  const set = Object.entries(lists).filter(([, values]) => values.length > 0)
  return Object.fromEntries(set.map(([name, values]) => [name, values.join(',')]))
}

/** Returns every cached list with its request. */
export function cachedLists(
  client: QueryClient,
): { lists: ListFilter; key: readonly unknown[]; snapshot: Snapshot }[] {
  return client.getQueriesData<Snapshot>({ queryKey: listRoot }).flatMap(([key, snapshot]) => {
    const lists = key[listRoot.length] as ListFilter
    return snapshot === undefined ? [] : [{ lists, key, snapshot }]
  })
}

/** D8: forgets the players and loads every list that is shown; settles when they are there, well or badly. */
export async function refreshLists(client: QueryClient): Promise<void> {
  const players = client.resetQueries({ queryKey: playersRoot })
  await Promise.all([players, client.refetchQueries({ queryKey: listRoot, type: 'active' })])
}

/** D14: The players on a server; cached 5 minutes per ip:port. */
export const playersQuery = (server: Pick<Server, 'ip' | 'port'>) =>
  queryOptions({
    queryKey: [...playersRoot, formatServerAddress(server)] as const,
    queryFn: ({ signal }) =>
      call(getServerInfo, { query: { ip: server.ip, port: String(server.port) }, signal }),
    staleTime: playerListCacheMs,
    gcTime: playerListCacheMs,
    retry: false,
  })

/** D16: one server, for its own page. */
export const serverQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'one', id] as const,
    queryFn: ({ signal }) => call(getServer, { params: { id }, signal }),
    refetchInterval: serverListPollMs,
  })

export const rulesQuery = (id: string, language: Language) =>
  queryOptions({
    queryKey: [...root, 'rules', id, language] as const,
    queryFn: ({ signal }) => call(getServerRules, { params: { id }, query: { language }, signal }),
  })

export const historyQuery = (id: string, range: ServerHistory['range']) =>
  queryOptions({
    queryKey: [...root, 'history', id, range] as const,
    queryFn: ({ signal }) => call(getServerHistory, { params: { id }, query: { range }, signal }),
    refetchInterval: range === '24h' ? 60_000 : false,
  })

/** Opens the stream of list changes; rejects when the portal refuses (429: too many listen). */
export function openServerStream(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  return openStream(streamServers, signal)
}
