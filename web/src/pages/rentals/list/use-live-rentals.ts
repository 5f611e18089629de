import { rentalViewSchema } from '@clutch/contract/api/rentals/rentals.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import type { StreamEvent } from '../../../app/live/server-sent-events.ts'
import { listenWhileVisible } from '../../../app/live/listen-while-visible.ts'
import { withoutMoved, openRentalStream, serversQuery } from '../rentals.queries.ts'

/**
 * Updates a user's servers through the stream while the page is visible: no reload is needed to see that one
 * is ready. If the stream fails, they are still polled.
 */
export function useLiveRentals(steamId: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      listenWhileVisible({
        open: openRentalStream,
        hear: (event) => applyStreamEvent(client, steamId, event),
      }),
    [client, steamId],
  )
}

/** Takes an event of the stream; throws on one that breaks the contract. */
export function applyStreamEvent(client: QueryClient, steamId: string, { event, data }: StreamEvent): void {
  if (event !== 'servers') return
  const servers = withoutMoved(z.parse(z.array(rentalViewSchema), JSON.parse(data)))
  const { queryKey } = serversQuery(steamId)
  // An answer that is on its way is older than this.
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, servers)
}
