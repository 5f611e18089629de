import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type {
  Role,
  operatorAddRole,
  operatorChangeRole,
} from '@clutch/contract/api/accounts/operator-roles.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type OperatorPermissions,
  type OperatorRights,
  allRights,
  ownerRole,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { assertIncludes } from './operator-permissions.service.ts'
import * as store from './operator-roles.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** The roles of operators, the owners' first. */
export async function listRoles(queries: Queries): Promise<Role[]> {
  return (await store.selectRoles(queries)).map(toRole)
}

/** One of them; throws `role.not_found`. */
export async function getRole(queries: Queries, id: string): Promise<Role> {
  return toRole((await store.selectRole(queries, id)) ?? roleNotFound())
}

/** Adds a role that permits at most what the caller may do, else `operator.outranked`. */
export async function addRole(
  { database, clock }: Dependencies,
  { name, rights }: Body<typeof operatorAddRole>,
  own: OperatorPermissions,
  writeAudit: (tx: Queries, role: Role) => Promise<void> = noAudit,
): Promise<Role> {
  assertIncludes(own, { rights, serverIds: null })
  const id = randomUUIDv7()
  return database.transaction().execute(async (tx) => {
    await store.insertRole(tx, {
      id,
      name: JSON.stringify(name),
      rights: JSON.stringify(rights),
      created_at: clock.now(),
    })
    const role = await getRole(tx, id)
    await writeAudit(tx, role)
    return role
  })
}

/** Changes a role. Throws `role.not_found`, `role.fixed`, `operator.outranked`, `edit.conflict`. */
export async function changeRole(
  { database }: Dependencies,
  id: string,
  { name, rights, revision }: Body<typeof operatorChangeRole>,
  own: OperatorPermissions,
  writeAudit: WriteAudit = noAudit,
): Promise<Role> {
  await database.transaction().execute(async (tx) => {
    await lockChangeable(tx, id, revision, own)
    if (rights) assertIncludes(own, { rights, serverIds: null })
    await store.updateRole(tx, id, {
      ...(name && { name: JSON.stringify(name) }),
      ...(rights && { rights: JSON.stringify(rights) }),
    })
    await writeAudit(tx)
  })
  return getRole(database, id)
}

/** Removes a role. Throws `role.not_found`, `role.fixed`, `role.in_use`, `operator.outranked`, `edit.conflict`. */
export async function removeRole(
  { database }: Dependencies,
  id: string,
  revision: number | undefined,
  own: OperatorPermissions,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await lockChangeable(tx, id, revision, own)
    if ((await store.selectRole(tx, id))?.holders !== 0)
      throw new PortalError('role.in_use', 'An operator holds this role')
    await store.deleteRole(tx, id)
    await writeAudit(tx)
  })
}

async function lockChangeable(
  tx: Queries,
  id: string,
  revision: number | undefined,
  own: OperatorPermissions,
): Promise<void> {
  const row = (await store.lockRole(tx, id)) ?? roleNotFound()
  if (id === ownerRole) throw new PortalError('role.fixed', 'The role of owners stays as it is')
  assertRevision(row, revision)
  assertIncludes(own, { rights: row.rights as OperatorRights, serverIds: null })
}

/** What a role permits; throws `role.not_found`. Locks it, so that it stays while it is given to an operator. */
export async function lockRoleRights(tx: Queries, id: string): Promise<OperatorRights> {
  const row = (await store.lockRole(tx, id)) ?? roleNotFound()
  return id === ownerRole ? allRights : (row.rights as OperatorRights)
}

function roleNotFound(): never {
  throw new PortalError('role.not_found', 'There is no such role')
}

function toRole({ id, name, rights, holders, revision }: store.CountedRoleRow): Role {
  return {
    id,
    name: name as Role['name'],
    rights: id === ownerRole ? allRights : (rights as OperatorRights),
    holders,
    revision,
  }
}
