import type { Body, Reply } from '@clutch/contract/api/call.ts'
import {
  changeRentalMap,
  listRentalMaps,
  searchWorkshopMaps,
} from '@clutch/contract/api/rentals/map-changes.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import { refetchServers, textsFreshMs, userKey } from '../rentals.queries.ts'

/** The maps and modes that servers can be set to. */
export const mapsQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...userKey(steamId), 'maps'] as const,
    queryFn: ({ signal }) => call(listRentalMaps, { signal }),
    staleTime: textsFreshMs,
  })

export type WorkshopMaps = Reply<typeof searchWorkshopMaps>['maps']

/** Maps of the Workshop by words, or by a pasted number or address. */
export async function searchWorkshop(text: string): Promise<WorkshopMaps> {
  return (await call(searchWorkshopMaps, { query: { text } })).maps
}

/** Sets map and mode of a server; the list tells how far that is. */
export async function changeMap(client: QueryClient, body: Body<typeof changeRentalMap>): Promise<void> {
  await call(changeRentalMap, { body })
  await refetchServers(client)
}
