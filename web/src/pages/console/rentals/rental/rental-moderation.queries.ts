import type { Body } from '@clutch/contract/api/call.ts'
import {
  operatorListRentalPlayers,
  operatorModerateRentalPlayer,
  operatorSetRentalModeration,
} from '@clutch/contract/api/rentals/operator-rental-moderation.ts'
import type { RconReply } from '@clutch/contract/api/servers/operator-server-control.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../app/api/api-client.ts'
import { refetchRentals, rentalsPollMs } from '../rentals.queries.ts'

export const rentalPlayersQuery = (number: string) =>
  queryOptions({
    queryKey: ['console', 'rentals', 'players', number] as const,
    queryFn: ({ signal }) => call(operatorListRentalPlayers, { params: { number }, signal }),
    refetchInterval: rentalsPollMs,
    retry: false,
  })

/** The list shows who is left, also after a refusal. */
export async function moderateRentalPlayer(
  client: QueryClient,
  number: string,
  body: Body<typeof operatorModerateRentalPlayer>,
): Promise<RconReply> {
  try {
    return await call(operatorModerateRentalPlayer, { params: { number }, body })
  } finally {
    await client.invalidateQueries({ queryKey: rentalPlayersQuery(number).queryKey })
  }
}

export async function setRentalModeration(
  client: QueryClient,
  number: string,
  preset: Body<typeof operatorSetRentalModeration>['preset'],
): Promise<void> {
  await call(operatorSetRentalModeration, { params: { number }, body: { preset } })
  await refetchRentals(client)
}
