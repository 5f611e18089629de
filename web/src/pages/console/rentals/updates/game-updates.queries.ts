import {
  operatorCheckGameVersion,
  operatorClearUpdateDeadline,
  operatorGetGameUpdates,
  operatorHoldGameUpdates,
  operatorHoldHostUpdates,
  operatorReleaseGameUpdates,
  operatorReleaseHostUpdates,
  operatorSetUpdateDeadline,
  operatorUpdateInstall,
  operatorUseBuild,
  type GameUpdates,
} from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../app/api/api-client.ts'

const pollMs = 3_000

export const gameUpdatesQuery = queryOptions({
  queryKey: ['console', 'game-updates'] as const,
  queryFn: ({ signal }) => call(operatorGetGameUpdates, { signal }),
  refetchInterval: pollMs,
})

/** Every change answers the state after it, which the page then shows. */
async function show(client: QueryClient, changed: Promise<GameUpdates>): Promise<void> {
  client.setQueryData(gameUpdatesQuery.queryKey, await changed)
}

export const checkGameVersion = (client: QueryClient) =>
  show(client, call(operatorCheckGameVersion, { body: undefined }))

export const installUpdate = (client: QueryClient, hostName: string) =>
  show(client, call(operatorUpdateInstall, { params: { hostName }, body: undefined }))

export const chooseBuild = (
  client: QueryClient,
  hostName: string,
  body: { build: string; revision: number },
) => show(client, call(operatorUseBuild, { params: { hostName }, body }))

export const holdHost = (client: QueryClient, hostName: string, body: { reason: string; revision: number }) =>
  show(client, call(operatorHoldHostUpdates, { params: { hostName }, body }))

export const releaseHost = (client: QueryClient, hostName: string, revision: number) =>
  show(client, call(operatorReleaseHostUpdates, { params: { hostName }, query: { revision } }))

export const holdUpdates = (client: QueryClient, reason: string) =>
  show(client, call(operatorHoldGameUpdates, { body: { reason } }))

export const releaseUpdates = (client: QueryClient) => show(client, call(operatorReleaseGameUpdates, {}))

export const setDeadline = (client: QueryClient, minutes: number) =>
  show(client, call(operatorSetUpdateDeadline, { body: { minutes } }))

export const clearDeadline = (client: QueryClient) => show(client, call(operatorClearUpdateDeadline, {}))
