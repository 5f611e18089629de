import type { Reply } from '@clutch/contract/api/call.ts'
import {
  getGrenadesVersion,
  listGrenades,
  restoreGrenadesVersion,
  uploadGrenades,
} from '@clutch/contract/api/rentals/saved-grenades.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import { userKey } from '../rentals.queries.ts'

/** While the server has still to get what was set, it is asked so often, ms. */
const pendingPollMs = 2_000

export type GrenadeList = Reply<typeof listGrenades>
export type GrenadeView = GrenadeList['grenades'][number]
export type GrenadeVersion = GrenadeList['versions'][number]

/** The saved grenades of a server and their versions. */
export const grenadesQuery = (steamId: string, id: string) =>
  queryOptions({
    queryKey: [...userKey(steamId), 'server', id, 'grenades'] as const,
    queryFn: ({ signal }) => call(listGrenades, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.pending === true ? pendingPollMs : false),
    staleTime: 0,
  })

/** The text of the file of a version. */
export async function fetchGrenadesFile(id: string, version: string): Promise<string> {
  return (await call(getGrenadesVersion, { params: { id, version } })).content
}

export async function restoreVersion(id: string, version: string): Promise<void> {
  await call(restoreGrenadesVersion, { body: { instance_id: id, version } })
}

/** Adds the line-ups of a file; returns how many it holds. */
export async function addGrenades(id: string, grenades: unknown): Promise<number> {
  return (await call(uploadGrenades, { body: { instance_id: id, grenades } })).added
}
