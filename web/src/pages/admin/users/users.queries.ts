import {
  operatorAddOperator,
  operatorRemoveEmail,
  operatorResetSecondFactor,
  operatorListOperators,
  operatorCreateSignInLink,
  operatorRemoveOperator,
} from '@clutch/contract/api/operator-accounts.ts'
import {
  operatorGrantGroup,
  operatorListMemberships,
  operatorRevokeGroup,
} from '@clutch/contract/api/operator-boards.ts'
import { operatorExportMemberships, operatorExportUsers } from '@clutch/contract/api/operator-exports.ts'
import { operatorListOrders } from '@clutch/contract/api/operator-payments.ts'
import { operatorListRentals } from '@clutch/contract/api/operator-rentals.ts'
import {
  operatorBlockUser,
  operatorEndSession,
  operatorEndSessions,
  operatorGetUser,
  operatorListUsers,
  operatorUnblockUser,
} from '@clutch/contract/api/operator-users.ts'
import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type { GrantedGroup } from '@clutch/contract/rules/groups.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api-client.ts'
import type { ListAsk } from '../kit/remote-list.tsx'
import { wholeOf } from '../kit/rows.queries.ts'

export type ShownUser = Reply<typeof operatorGetUser>
export type Held = Reply<typeof operatorListMemberships>['rows'][number]
export type Op = Reply<typeof operatorListOperators>[number]

const root = ['admin', 'people'] as const
export const usersKey = [...root, 'users'] as const
export const groupsKey = [...root, 'groups'] as const

/** What an act changed may be seen on any of these pages. */
function lookAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: root })
}

export function loadUsers(
  { filters, ...ask }: ListAsk<'seen' | 'created' | 'name'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListUsers>> {
  // What the address names and the portal does not know is refused, and said so.
  const query = { ...ask, ...filters } as Query<typeof operatorListUsers>
  const { blocked, email } = filters as { blocked?: 'true'; email?: 'true' }
  return call(operatorListUsers, { query: { ...query, blocked, email }, signal })
}

export function loadHeld(
  { filters, ...ask }: ListAsk<'granted' | 'expires' | 'name'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListMemberships>> {
  const query = { ...ask, ...filters } as Query<typeof operatorListMemberships>
  return call(operatorListMemberships, { query, signal })
}

export const loadAllUsers = wholeOf(operatorExportUsers)
export const loadAllHeld = wholeOf(operatorExportMemberships)

/** One account, by its id or SteamID64. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'user', id],
    queryFn: ({ signal }) => call(operatorGetUser, { params: { id }, signal }),
    retry: false,
  })

export const opsQuery = queryOptions({
  queryKey: [...root, 'ops'],
  queryFn: ({ signal }) => call(operatorListOperators, { signal }),
})

/** How many of the latest are shown beside somebody. */
const latest = 5

export const ordersOfQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root, 'orders', steamId],
    queryFn: ({ signal }) => call(operatorListOrders, { query: { steamId, size: latest }, signal }),
  })

export const leasesOfQuery = (owner: string) =>
  queryOptions({
    queryKey: [...root, 'leases', owner],
    queryFn: ({ signal }) => call(operatorListRentals, { query: { owner, size: latest }, signal }),
  })

export async function endSessionOf(client: QueryClient, id: string, session: string): Promise<void> {
  await call(operatorEndSession, { params: { id, session } })
  await lookAgain(client)
}

export async function endSessionsOf(client: QueryClient, id: string): Promise<void> {
  await call(operatorEndSessions, { params: { id } })
  await lookAgain(client)
}

/** `expires` in ms since 1970 (UTC), null for good. */
export async function blockUser(
  client: QueryClient,
  id: string,
  block: { reason: string; expires: number | null },
): Promise<void> {
  await call(operatorBlockUser, { params: { id }, body: block })
  await lookAgain(client)
}

export async function unblockUser(client: QueryClient, id: string): Promise<void> {
  await call(operatorUnblockUser, { params: { id } })
  await lookAgain(client)
}

export async function grantGroup(
  client: QueryClient,
  place: { steamId: string; group: GrantedGroup },
  expires: number | null,
): Promise<void> {
  await call(operatorGrantGroup, { params: place, body: { expires } })
  await lookAgain(client)
}

export async function revokeGroup(
  client: QueryClient,
  place: { steamId: string; group: GrantedGroup },
): Promise<void> {
  await call(operatorRevokeGroup, { params: place })
  await lookAgain(client)
}

export async function addOp(client: QueryClient, who: string): Promise<void> {
  await call(operatorAddOperator, { params: { who } })
  await lookAgain(client)
}

export async function removeOp(client: QueryClient, who: string): Promise<void> {
  await call(operatorRemoveOperator, { params: { who } })
  await lookAgain(client)
}

/** A link that signs an operator in once; it is told only here. */
export function makeSignInLink(steamId: string): Promise<{ url: string; expires: number }> {
  return call(operatorCreateSignInLink, { params: { steamId } })
}

export async function forgetSecondFactor(client: QueryClient, steamId: string): Promise<void> {
  await call(operatorResetSecondFactor, { params: { steamId } })
  await lookAgain(client)
}

export async function forgetEmail(client: QueryClient, steamId: string): Promise<void> {
  await call(operatorRemoveEmail, { params: { steamId } })
  await lookAgain(client)
}
