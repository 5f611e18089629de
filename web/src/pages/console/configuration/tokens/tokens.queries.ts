import {
  type ApiToken,
  operatorAddApiToken,
  operatorListApiTokens,
  operatorRevokeApiToken,
} from '@clutch/contract/api/accounts/api-tokens.ts'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../app/api/api-client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['admin', 'tokens'],
  queryFn: ({ signal }) => call(operatorListApiTokens, { signal }),
})

/** Adds a token; its secret is returned only here. */
export async function addToken(
  client: QueryClient,
  body: Body<typeof operatorAddApiToken>,
): Promise<Reply<typeof operatorAddApiToken>> {
  const added = await call(operatorAddApiToken, { body })
  await client.invalidateQueries({ queryKey: tokensQuery.queryKey })
  return added
}

export async function revokeToken(client: QueryClient, { id }: ApiToken): Promise<void> {
  await call(operatorRevokeApiToken, { params: { id } })
  await client.invalidateQueries({ queryKey: tokensQuery.queryKey })
}
