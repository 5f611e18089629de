import type { Body } from '@clutch/contract/api/call.ts'
import {
  operatorAddLoginTokens,
  operatorChangeGameSettings,
  operatorCheckLoginTokens,
  operatorCreateLoginTokens,
  operatorGetGameSettings,
  operatorListLoginTokens,
  operatorRemoveLoginToken,
  type GameSettings,
  type LoginTokens,
} from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../app/api/api-client.ts'

export type SettingsChange = Body<typeof operatorChangeGameSettings>

export const gameSettingsQuery = queryOptions({
  queryKey: ['console', 'game-settings'] as const,
  queryFn: ({ signal }) => call(operatorGetGameSettings, { signal }),
})

export const loginTokensQuery = queryOptions({
  queryKey: ['console', 'login-tokens'] as const,
  queryFn: ({ signal }) => call(operatorListLoginTokens, { signal }),
})

export async function changeGameSettings(client: QueryClient, change: SettingsChange): Promise<GameSettings> {
  const saved = await call(operatorChangeGameSettings, { body: change })
  client.setQueryData(gameSettingsQuery.queryKey, saved)
  return saved
}

/** Every change answers the pool after it, which the page then shows. */
async function show(client: QueryClient, changed: Promise<LoginTokens>): Promise<void> {
  client.setQueryData(loginTokensQuery.queryKey, await changed)
}

export const addLoginTokens = (client: QueryClient, tokens: string[]) =>
  show(client, call(operatorAddLoginTokens, { body: { tokens } }))

export const createLoginTokens = (client: QueryClient, count: number) =>
  show(client, call(operatorCreateLoginTokens, { body: { count } }))

export const checkLoginTokens = (client: QueryClient) =>
  show(client, call(operatorCheckLoginTokens, { body: undefined }))

export const removeLoginToken = (client: QueryClient, id: string) =>
  show(client, call(operatorRemoveLoginToken, { params: { id } }))
