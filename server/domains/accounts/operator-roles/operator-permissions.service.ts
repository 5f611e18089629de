import { PortalError } from '@clutch/contract/errors.ts'
import {
  type OperatorPermissions,
  type OperatorRights,
  allRights,
  includesPermissions,
  ownerRole,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type AssignedRole, selectOperatorRole } from './operator-roles.store.ts'

/** C18: what an operator may do at a time; null for one who is no operator. */
export async function findOperatorPermissions(
  queries: Queries,
  steamId: string,
  now: Date,
): Promise<OperatorPermissions | null> {
  const row = await selectOperatorRole(queries, steamId, now)
  return row ? toPermissions(row) : null
}

export function toPermissions({
  role_id: role,
  rights,
  server_ids: serverIds,
}: AssignedRole): OperatorPermissions {
  return { rights: role === ownerRole ? allRights : (rights as OperatorRights), serverIds }
}

/** Refuses what acts on an operator who may do more than the caller: 403 `operator.outranked`. */
export async function assertNotOutranked(
  { database, clock }: { database: Queries } & Pick<AppContext, 'clock'>,
  own: OperatorPermissions,
  steamId: string | null,
): Promise<void> {
  const other = steamId === null ? null : await findOperatorPermissions(database, steamId, clock.now())
  if (other !== null) assertIncludes(own, other)
}

/** Refuses granting, changing or taking what the caller may not do: 403 `operator.outranked`. */
export function assertIncludes(own: OperatorPermissions, other: OperatorPermissions): void {
  if (!includesPermissions(own, other))
    throw new PortalError('operator.outranked', 'This permits more than you may do yourself')
}
