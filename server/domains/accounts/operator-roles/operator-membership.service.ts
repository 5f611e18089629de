import { PortalError } from '@clutch/contract/errors.ts'
import { type OperatorRights, hasRight, ownerRole } from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { OperatorCaller } from '../../../platform/http/session/operator-caller.ts'
import { revokeTokensOfOwner } from '../api-tokens/api-tokens.store.ts'
import { deleteLinkTickets } from '../steam/tickets.store.ts'
import { assertNotOwnAccount } from '../users/not-own-account.ts'
import { assertIncludes, toPermissions } from './operator-permissions.service.ts'
import { lockRoleRights } from './operator-roles.service.ts'
import * as store from './operator-roles.store.ts'

/** A role, and the game servers that it is limited to (null: all); what is undefined stays as it is. */
export interface RoleAssignment {
  role?: string | undefined
  serverIds?: string[] | null | undefined
}

/**
 * C18: gives an operator their role, in the transaction that makes them one until `ends` (null: permanently): what is
 * `wanted`, else what they have, else that of owners. Throws `operator.not_permitted`, `operator.outranked`, `role.not_found`;
 * `user.own_account` for an operator who would end or change their own, `operator.last` where no owner would remain.
 */
export async function saveOperator(
  tx: Queries,
  { clock }: Pick<AppContext, 'clock'>,
  { steamId, ends, wanted }: { steamId: string; ends: Date | null; wanted: RoleAssignment },
  by: OperatorCaller,
): Promise<void> {
  assertMayChangeOperators(by)
  if (ends !== null || isAssigned(wanted)) assertNotOwnAccount(by, steamId)
  const owners = await store.lockOwners(tx)
  const held = await store.selectAssignedRole(tx, steamId)
  if (held) assertIncludes(by.permissions, toPermissions(held))
  const role = wanted.role ?? held?.role_id ?? ownerRole
  const serverIds = wanted.serverIds === undefined ? (held?.server_ids ?? null) : wanted.serverIds
  const rights: OperatorRights = await lockRoleRights(tx, role)
  assertIncludes(by.permissions, { rights, serverIds })
  const staysOwner = role === ownerRole && serverIds === null
  const until = staysOwner ? ends : clock.now()
  if (until !== null) assertOwnerRemains(owners, { steamId, until, now: clock.now() }, by)
  await store.saveOperatorRole(tx, { steamId, role, serverIds })
}

/** Whether a role or game servers are named. */
export function isAssigned({ role, serverIds }: RoleAssignment): boolean {
  return role !== undefined || serverIds !== undefined
}

/** C18: takes the role of an operator, in the transaction that ends their membership, and the links and API tokens made for them. Throws as `saveOperator`. */
export async function removeOperatorRole(
  tx: Queries,
  { clock }: Pick<AppContext, 'clock'>,
  steamId: string,
  by: OperatorCaller,
): Promise<void> {
  assertMayChangeOperators(by)
  assertNotOwnAccount(by, steamId)
  const owners = await store.lockOwners(tx)
  const held = await store.selectAssignedRole(tx, steamId)
  if (held) assertIncludes(by.permissions, toPermissions(held))
  const now = clock.now()
  assertOwnerRemains(owners, { steamId, until: now, now }, by)
  await store.deleteOperatorRole(tx, steamId)
  await deleteLinkTickets(tx, steamId)
  await revokeTokensOfOwner(tx, steamId, now)
}

function assertMayChangeOperators({ permissions }: OperatorCaller): void {
  if (!hasRight(permissions.rights, 'operators', 'change'))
    throw new PortalError('operator.not_permitted', 'Your role does not permit this')
}

/**
 * Refuses to end an owner's membership, now or at a time, where no other owner's is valid then. Two owners who remove each other
 * concurrently wait for each other here. Not checked for the operator's token: its holder can add an owner at any time.
 */
function assertOwnerRemains(
  owners: readonly { steam_id: string; expires_at: Date | null }[],
  { steamId, until, now }: { steamId: string; until: Date; now: Date },
  by: OperatorCaller,
): void {
  if (by.session === null && by.token === null) return
  const at = Math.max(until.getTime(), now.getTime())
  const outlasts = ({ expires_at }: (typeof owners)[number]) =>
    expires_at === null || expires_at.getTime() > at
  const own = owners.find(({ steam_id }) => steam_id === steamId)
  const shortens = own !== undefined && outlasts(own)
  if (shortens && !owners.some((owner) => owner.steam_id !== steamId && outlasts(owner)))
    throw new PortalError('operator.last', 'No owner would remain')
}
