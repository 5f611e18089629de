import { deleteDemo as deleteDemoCall, getDemoLink, listDemos } from '@clutch/contract/api/rentals/demos.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import {
  changeRentalPassword,
  listRentals,
  listRegions,
  refundRental,
  restartRental,
  streamRentals,
  switchRegion as switchRegionCall,
  verifyRental,
  type RentalView,
} from '@clutch/contract/api/rentals/rentals.ts'
import { getRentalPage, listChatCommands } from '@clutch/contract/api/rentals/rental-page.ts'
import { applyAdmins as applyAdminsCall, listAdmins } from '@clutch/contract/api/rentals/rental-admins.ts'
import { listTeammates } from '@clutch/contract/api/rentals/teammates.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { demoRefreshCooldownMs, regionSwitchWaitMs } from '@clutch/contract/limits.ts'
import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import {
  infiniteQueryOptions,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { call, callWithHeaders, openStream } from '../../app/api/api-client.ts'
import { logError } from '../../app/errors/log-error.ts'
import { useSession } from '../../app/session/session.ts'
import { recordPortalTime } from './portal-clock.ts'

/** What the operator says changes seldom, ms. */
export const textsFreshMs = 5 * 60_000
/** Freshness of the regions, which change with every purchase, ms. */
const regionsFreshMs = 15_000
/** The list is asked for so often, whatever the stream does. */
const serversPollMs = 30_000

const root = ['practice'] as const
/** Everything of a player belongs to them: another one who signs in finds nothing of it. */
export const userKey = (steamId: string) => [...root, 'own', steamId] as const
const serverKey = (steamId: string, id: string) => [...userKey(steamId), 'server', id] as const

/** G2, G3: what the operator says of practice servers. */
export const infoQuery = (language: Language) =>
  queryOptions({
    queryKey: [...root, 'info', language] as const,
    queryFn: ({ signal }) => call(getRentalPage, { query: { language }, signal }),
    staleTime: textsFreshMs,
  })

/** G1: the commands of the chat, in both languages. */
export const commandsQuery = queryOptions({
  queryKey: [...root, 'commands'] as const,
  queryFn: ({ signal }) => call(listChatCommands, { signal }),
  staleTime: textsFreshMs,
})

/** G3: The servers a user owns or is an admin of; updated by the stream, and polled as well. */
export const serversQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...userKey(steamId), 'servers'] as const,
    queryFn: async ({ signal }): Promise<RentalView[]> => {
      try {
        const { reply, headers } = await callWithHeaders(listRentals, { signal })
        recordPortalTime(headers)
        return withoutMoved(reply)
      } catch (error) {
        if (!signal.aborted) logError('loading the practice servers', error)
        throw error
      }
    },
    refetchInterval: serversPollMs,
    staleTime: 0,
    retry: false,
  })

/** G3: what moved away is not shown. */
export function withoutMoved(servers: readonly RentalView[]): RentalView[] {
  return servers.filter(({ relocated }) => relocated === 0)
}

/** Returns the signed-in user's servers; a visitor has none. */
export function useRentals(): UseQueryResult<RentalView[]> {
  const steamId = useSession()?.user.steamId
  const query = serversQuery(steamId ?? '')
  const known = useQueryClient().getQueryData<RentalView[]>(query.queryKey)
  // G12: A user who waits for a server in another tab sees it there.
  const isMade = known?.some(({ status }) => status === 'CREATING') ?? false
  return useQuery({ ...query, enabled: steamId !== undefined, refetchIntervalInBackground: isMade })
}

/** Asks for the servers again, at once. */
export function refetchServers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === root[0] && queryKey.at(-1) === 'servers',
  })
}

/** Opens the stream of one's servers; rejects when the portal refuses. */
export function openRentalStream(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  return openStream(streamRentals, signal)
}

/** G10, G18: The regions for a server. `error` is set if the portal has no region. */
export const regionsQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...userKey(steamId), 'regions'] as const,
    queryFn: ({ signal }) => call(listRegions, { signal }),
    staleTime: regionsFreshMs,
  })

/** G14: another password for a server; the revision that its game is to confirm. */
export async function changePassword(
  client: QueryClient,
  body: Body<typeof changeRentalPassword>,
): Promise<number> {
  const { revision } = await call(changeRentalPassword, { body })
  await refetchServers(client)
  return revision
}

/** G8: restarts a server; until when its actions are locked, ms since 1970. */
export async function restartServer(client: QueryClient, id: string): Promise<number> {
  const { locked_until } = await call(restartRental, { body: { instance_id: id } })
  await refetchServers(client)
  return locked_until
}

/** G24: verifies the files of a server. */
export async function verifyServer(client: QueryClient, id: string): Promise<void> {
  await call(verifyRental, { body: { instance_id: id } })
  await refetchServers(client)
}

/** G18: moves a server, and settles once it runs there. Ending the wait by `signal` does not end the move. */
export async function switchRegion(
  client: QueryClient,
  id: string,
  targetRegion: Body<typeof switchRegionCall>['targetRegion'],
  signal: AbortSignal,
): Promise<void> {
  try {
    // Its answer comes when the server runs again; the dialog ends the wait by its own limit before this one.
    await call(switchRegionCall, {
      params: { id },
      body: { targetRegion },
      signal,
      timeoutMs: 2 * regionSwitchWaitMs,
    })
  } finally {
    void refetchServers(client)
  }
}

/** G15: who is an admin of a server, and whether who asks may change it. */
export const adminsQuery = (steamId: string, id: string) =>
  queryOptions({
    queryKey: [...serverKey(steamId, id), 'admins'] as const,
    queryFn: ({ signal }) => call(listAdmins, { params: { id }, signal }),
  })

/** G15: sets the admins of a server; what the portal made of them is held from then on. The revision that its game is to confirm. */
export async function applyAdmins(
  client: QueryClient,
  steamId: string,
  id: string,
  admins: readonly RentalAdmin[],
): Promise<number> {
  const { admins: applied, revision } = await call(applyAdminsCall, {
    params: { id },
    body: { admins: [...admins] },
  })
  client.setQueryData<Reply<typeof listAdmins>>(adminsQuery(steamId, id).queryKey, {
    admins: applied,
    isOwner: true,
  })
  await refetchServers(client)
  return revision
}

/** G16: players seen on the servers of an owner, the latest first. */
export const teammatesQuery = (steamId: string, id: string) =>
  queryOptions({
    queryKey: [...serverKey(steamId, id), 'teammates'] as const,
    queryFn: async ({ signal }) => (await call(listTeammates, { params: { id }, signal })).teammates,
  })

/** G17: the demos of a server by name descending, page by page. */
export const demosQuery = (steamId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...serverKey(steamId, id), 'demos'] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await call(listDemos, { params: { id }, query: pageParam, signal })).data,
    initialPageParam: {} as { after?: string },
    getNextPageParam: ({ next }) => (next === null ? undefined : { after: next }),
    staleTime: demoRefreshCooldownMs,
  })

/** G17: Deletes a demo permanently. */
export async function deleteDemo(id: string, name: string): Promise<void> {
  await call(deleteDemoCall, { params: { id, name }, body: undefined })
}

/** G17: a signed link to one of the listed demos. */
export async function fetchDemoLink(id: string, name: string): Promise<string> {
  return (await call(getDemoLink, { params: { id, name } })).data.download_url
}

/** G25: takes the money back for a server that could not be made. */
export async function refundServer(client: QueryClient, id: string): Promise<void> {
  await call(refundRental, { params: { id }, body: undefined })
  await refetchServers(client)
}
