import {
  operatorAddOperator,
  operatorRemoveEmail,
  operatorRemoveLink,
  operatorResetSecondFactor,
  operatorListOperators,
  operatorCreateSignInLink,
  operatorRemoveOperator,
} from '@clutch/contract/api/accounts/operators.ts'
import {
  operatorGrantGroup,
  operatorListMemberships,
  operatorRevokeGroup,
} from '@clutch/contract/api/accounts/operator-groups.ts'
import { operatorExportMemberships, operatorExportUsers } from '@clutch/contract/api/console/list-exports.ts'
import { operatorListOrders } from '@clutch/contract/api/payments/operator-orders.ts'
import { operatorListRentals } from '@clutch/contract/api/rentals/operator-rentals.ts'
import {
  operatorBlockUser,
  operatorEndSession,
  operatorEndSessions,
  operatorGetUser,
  operatorListUsers,
  operatorUnblockUser,
} from '@clutch/contract/api/accounts/operator-users.ts'
import {
  type Role,
  operatorAddRole,
  operatorChangeRole,
  operatorListRoles,
  operatorRemoveRole,
} from '@clutch/contract/api/accounts/operator-roles.ts'
import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { createExport } from '../kit/list/rows.queries.ts'

export type UserView = Reply<typeof operatorGetUser>
export type MembershipView = Reply<typeof operatorListMemberships>['rows'][number]
export type OperatorView = Reply<typeof operatorListOperators>[number]

const root = ['admin', 'people'] as const
export const usersKey = [...root, 'users'] as const
export const groupsKey = [...root, 'groups'] as const

/** What an act changed may be seen on any of these pages. */
function refetchUsers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: root })
}

export function loadUsers(
  { filters, ...ask }: ListQuery<'seen' | 'created' | 'name'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListUsers>> {
  // What the address names and the portal does not know is refused, and said so.
  const query = { ...ask, ...filters } as Query<typeof operatorListUsers>
  const { blocked, email } = filters as { blocked?: 'true'; email?: 'true' }
  return call(operatorListUsers, { query: { ...query, blocked, email }, signal })
}

export function loadMemberships(
  { filters, ...ask }: ListQuery<'granted' | 'expires' | 'name'>,
  signal?: AbortSignal,
): Promise<Reply<typeof operatorListMemberships>> {
  const query = { ...ask, ...filters } as Query<typeof operatorListMemberships>
  return call(operatorListMemberships, { query, signal })
}

export const loadAllUsers = createExport(operatorExportUsers)
export const loadAllMemberships = createExport(operatorExportMemberships)

/** One account, by its id or SteamID64. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...root, 'user', id],
    queryFn: ({ signal }) => call(operatorGetUser, { params: { id }, signal }),
    retry: false,
  })

export const operatorsQuery = queryOptions({
  queryKey: [...root, 'ops'],
  queryFn: ({ signal }) => call(operatorListOperators, { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: [...root, 'roles'],
  queryFn: ({ signal }) => call(operatorListRoles, { signal }),
})

/** Adds a role, or changes an existing one. */
export async function saveRole(
  client: QueryClient,
  id: string | undefined,
  { revision, ...body }: Body<typeof operatorAddRole> & { revision: number | undefined },
): Promise<void> {
  if (id === undefined) await call(operatorAddRole, { body })
  else await call(operatorChangeRole, { params: { id }, body: { ...body, revision } })
  await refetchUsers(client)
}

export async function removeRole({ id, revision }: Role): Promise<void> {
  await call(operatorRemoveRole, { params: { id }, query: { revision } })
}

/** The number of latest entries shown for a user. */
const latestLimit = 5

export const userOrdersQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...root, 'orders', steamId],
    queryFn: ({ signal }) => call(operatorListOrders, { query: { steamId, size: latestLimit }, signal }),
  })

export const userRentalsQuery = (owner: string) =>
  queryOptions({
    queryKey: [...root, 'rentals', owner],
    queryFn: ({ signal }) => call(operatorListRentals, { query: { owner, size: latestLimit }, signal }),
  })

export async function endUserSession(client: QueryClient, id: string, session: string): Promise<void> {
  await call(operatorEndSession, { params: { id, session } })
  await refetchUsers(client)
}

export async function endUserSessions(client: QueryClient, id: string): Promise<void> {
  await call(operatorEndSessions, { params: { id } })
  await refetchUsers(client)
}

/** `expires` in ms since 1970 (UTC), null for permanent. */
export async function blockUser(
  client: QueryClient,
  id: string,
  block: { reason: string; expires: number | null },
): Promise<void> {
  await call(operatorBlockUser, { params: { id }, body: block })
  await refetchUsers(client)
}

export async function unblockUser(client: QueryClient, id: string): Promise<void> {
  await call(operatorUnblockUser, { params: { id } })
  await refetchUsers(client)
}

export async function grantGroup(
  client: QueryClient,
  place: { steamId: string; group: GrantedGroup },
  expires: number | null,
): Promise<void> {
  await call(operatorGrantGroup, { params: place, body: { expires } })
  await refetchUsers(client)
}

export async function revokeGroup(
  client: QueryClient,
  place: { steamId: string; group: GrantedGroup },
): Promise<void> {
  await call(operatorRevokeGroup, { params: place })
  await refetchUsers(client)
}

/** Makes a user an operator, or gives an operator another role. */
export async function saveOperator(
  client: QueryClient,
  who: string,
  assignment: { role: string; serverIds: string[] | null },
): Promise<void> {
  await call(operatorAddOperator, { params: { who }, body: assignment })
  await refetchUsers(client)
}

export async function removeOperator(client: QueryClient, who: string): Promise<void> {
  await call(operatorRemoveOperator, { params: { who } })
  await refetchUsers(client)
}

/** Creates a link that signs an operator in once; it is returned only here. */
export function createSignInLink(steamId: string): Promise<{ url: string; expires: number }> {
  return call(operatorCreateSignInLink, { params: { steamId } })
}

export async function removeSecondFactor(client: QueryClient, steamId: string): Promise<void> {
  await call(operatorResetSecondFactor, { params: { steamId } })
  await refetchUsers(client)
}

export async function removeEmailSignIn(client: QueryClient, steamId: string): Promise<void> {
  await call(operatorRemoveEmail, { params: { steamId } })
  await refetchUsers(client)
}

export async function removeLinkedAccount(
  client: QueryClient,
  steamId: string,
  provider: LinkProvider,
): Promise<void> {
  await call(operatorRemoveLink, { params: { steamId, provider } })
  await refetchUsers(client)
}
