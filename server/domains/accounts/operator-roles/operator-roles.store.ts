import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import { ownerRole } from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { OperatorRoles } from '../../../platform/database/types.generated.ts'

type RoleRow = Selectable<OperatorRoles>

/** A role with how many operators hold it. */
export interface CountedRoleRow extends RoleRow {
  holders: number
}

/** Every role: the owners' first, then by their age. */
export function selectRoles(queries: Queries): Promise<CountedRoleRow[]> {
  return countedRoles(queries)
    .orderBy(sql`operator_roles.id <> 'owner'`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function selectRole(queries: Queries, id: string): Promise<CountedRoleRow | undefined> {
  return countedRoles(queries).where('operator_roles.id', '=', id).executeTakeFirst()
}

function countedRoles(queries: Queries) {
  return queries
    .selectFrom('operator_roles')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from operators where role_id = operator_roles.id)`.as('holders'),
    )
}

/** Locks a role until the transaction ends: it is neither changed nor assigned meanwhile. */
export function lockRole(tx: Queries, id: string): Promise<RoleRow | undefined> {
  return tx.selectFrom('operator_roles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertRole(queries: Queries, row: Insertable<OperatorRoles>): Promise<void> {
  await queries.insertInto('operator_roles').values(row).execute()
}

export async function updateRole(tx: Queries, id: string, change: Updateable<OperatorRoles>): Promise<void> {
  await tx
    .updateTable('operator_roles')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
}

export async function deleteRole(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('operator_roles').where('id', '=', id).execute()
}

/** The role that a player has as an operator, and the servers they are limited to, also when their membership is over. */
export function selectAssignedRole(queries: Queries, steamId: string) {
  return assignedRoles(queries).where('operators.steam_id', '=', steamId).executeTakeFirst()
}

/** The same; nothing for one who is no operator at the time. */
export function selectOperatorRole(queries: Queries, steamId: string, now: Date) {
  return assignedRoles(queries)
    .innerJoin('memberships', 'memberships.steam_id', 'operators.steam_id')
    .where('operators.steam_id', '=', steamId)
    .where('memberships.group_name', '=', 'op')
    .where((where) =>
      where.or([where('memberships.expires_at', 'is', null), where('memberships.expires_at', '>', now)]),
    )
    .executeTakeFirst()
}

export type AssignedRole = NonNullable<Awaited<ReturnType<typeof selectAssignedRole>>>

function assignedRoles(queries: Queries) {
  return queries
    .selectFrom('operators')
    .innerJoin('operator_roles', 'operator_roles.id', 'operators.role_id')
    .select(['operators.role_id', 'operators.server_ids', 'operator_roles.rights'])
}

/** Locks the memberships of owners until the transaction ends, so that the number that remains cannot change. */
export function lockOwners(tx: Queries) {
  return tx
    .selectFrom('memberships')
    .innerJoin('operators', 'operators.steam_id', 'memberships.steam_id')
    .select(['memberships.steam_id', 'memberships.expires_at'])
    .where('memberships.group_name', '=', 'op')
    .where('operators.role_id', '=', ownerRole)
    .where('operators.server_ids', 'is', null)
    .orderBy('memberships.steam_id')
    .forUpdate()
    .execute()
}

/** Gives an operator a role, instead of the one they have. */
export async function saveOperatorRole(
  tx: Queries,
  { steamId, role, serverIds }: { steamId: string; role: string; serverIds: readonly string[] | null },
): Promise<void> {
  const values = { role_id: role, server_ids: serverIds === null ? null : [...serverIds] }
  await tx
    .insertInto('operators')
    .values({ steam_id: steamId, ...values })
    .onConflict((conflict) => conflict.column('steam_id').doUpdateSet(values))
    .execute()
}

export async function deleteOperatorRole(tx: Queries, steamId: string): Promise<void> {
  await tx.deleteFrom('operators').where('steam_id', '=', steamId).execute()
}
