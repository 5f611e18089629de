import {
  changeAccount,
  changePassword,
  endSession,
  getAccount,
  getAvatar,
  listSessions,
  removeEmail,
  removeSecondFactor,
  renewRecoveryCodes,
  type Account,
  type Session,
} from '@clutch/contract/api/accounts/account.ts'
import {
  listLinkedAccounts,
  removeAccountLink,
  startAccountLink,
} from '@clutch/contract/api/accounts/linked-accounts.ts'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { Body } from '@clutch/contract/api/call.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../app/api/api-error.ts'
import { buildUrl } from '@clutch/contract/api/build-url.ts'
import { call } from '../../app/api/api-client.ts'

/** Everything here belongs to one user: another one who signs in finds nothing of it. */
const root = (steamId: string) => ['account', steamId] as const

export const accountQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root(steamId), 'self'] as const,
    queryFn: ({ signal }) => call(getAccount, { signal }),
  })

/** The latest used first. */
export const sessionsQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root(steamId), 'sessions'] as const,
    queryFn: ({ signal }) => call(listSessions, { signal }),
  })

export const linkedAccountsQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root(steamId), 'links'] as const,
    queryFn: ({ signal }) => call(listLinkedAccounts, { signal }),
  })

/** Begins to link an account of a service; answers where the browser goes. */
export async function startLink(provider: LinkProvider): Promise<string> {
  return (await call(startAccountLink, { params: { provider } })).url
}

/** J2: Takes a link away. A link that is gone already is no error. */
export async function removeLink(
  client: QueryClient,
  steamId: string,
  provider: LinkProvider,
): Promise<void> {
  try {
    await call(removeAccountLink, { params: { provider } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'link.not_found')) throw error
  }
  await client.invalidateQueries({ queryKey: linkedAccountsQuery(steamId).queryKey })
}

/** Asks for the account and its sessions again: turning the second factor on ends the other sessions. */
export function refetchAccount(client: QueryClient, steamId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: root(steamId) })
}

/** Where a player's picture of Steam is, whether or not it is the one that is shown. */
export function steamPictureUrl(steamId: string): string {
  return buildUrl(getAvatar.path, { steamId }, undefined)
}

/** J2: changes name and picture; what the portal made of it is held from then on. */
export async function saveProfile(
  client: QueryClient,
  steamId: string,
  change: Body<typeof changeAccount>,
): Promise<Account> {
  const account = await call(changeAccount, { body: change })
  client.setQueryData(accountQuery(steamId).queryKey, account)
  return account
}

/** J2: Ends one session. A session that has already ended is no error. */
export async function endAccountSession(client: QueryClient, steamId: string, id: string): Promise<void> {
  try {
    await call(endSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'session.not_found')) throw error
  }
  client.setQueryData<Session[]>(sessionsQuery(steamId).queryKey, (held) =>
    held?.filter((session) => session.id !== id),
  )
}

/** J2: the other sessions end with the old password. */
export async function setPassword(
  client: QueryClient,
  steamId: string,
  passwords: Body<typeof changePassword>,
): Promise<void> {
  await call(changePassword, { body: passwords })
  await client.invalidateQueries({ queryKey: sessionsQuery(steamId).queryKey })
}

/**
 * J2: Removes e-mail and password; sessions begun with them end. It is no error if they are already removed.
 */
export async function removeEmailSignIn(client: QueryClient, steamId: string): Promise<void> {
  try {
    await call(removeEmail, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'email.none')) throw error
  }
  await refetchAccount(client, steamId)
}

export async function newRecoveryCodes(code: string): Promise<string[]> {
  return (await call(renewRecoveryCodes, { body: { code } })).recoveryCodes
}

export async function turnOffSecondFactor(code: string): Promise<void> {
  await call(removeSecondFactor, { body: { code } })
}
