import { getSteamUser, type Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { listCards, listPrivileges, redeemCard } from '@clutch/contract/api/vip/vip.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../app/api/api-error.ts'
import { call } from '../../app/api/api-client.ts'
import { logError } from '../../app/errors/log-error.ts'

const root = ['vip'] as const

/** F5: what the groups may, in order. F1: a failure is only logged. */
export const privilegesQuery = (language: Language) =>
  queryOptions({
    queryKey: [...root, 'privileges', language] as const,
    queryFn: async ({ signal }) => {
      try {
        return await call(listPrivileges, { query: { language }, signal })
      } catch (error) {
        if (!signal.aborted) logError('loading the privileges', error)
        throw error
      }
    },
    staleTime: 60_000,
    retry: false,
  })

/**
 * Name and picture of a possible gift recipient; null if no player with that SteamID64 has signed in here
 * yet.
 */
export const recipientQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root, 'recipient', steamId] as const,
    queryFn: async ({ signal }): Promise<Identity | null> => {
      try {
        return await call(getSteamUser, { params: { steamId }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'user.not_found') return null
        throw error
      }
    },
    staleTime: 60_000,
    retry: false,
  })

/** F4: A user's gift cards, newest first; `steamId` separates them from those of the next user. */
export const cardsQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root, 'cards', steamId] as const,
    queryFn: ({ signal }) => call(listCards, { signal }),
  })

/** The cards are asked for again. */
export function refetchCards(client: QueryClient, steamId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: cardsQuery(steamId).queryKey })
}

/** F4: redeems a code for who is signed in; where their VIP then ends (ms since 1970), null for never. */
export function redeem(code: string): Promise<Reply<typeof redeemCard>> {
  return call(redeemCard, { body: { code } })
}
