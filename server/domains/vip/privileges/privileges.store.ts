import type { Insertable, Updateable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Privileges } from '../../../platform/database/types.generated.ts'

/** The rows in the table's order. */
export function selectPrivileges(queries: Queries) {
  return queries.selectFrom('privileges').selectAll().orderBy('position').orderBy('id').execute()
}

export type PrivilegeRow = Awaited<ReturnType<typeof selectPrivileges>>[number]

export async function insertPrivilege(queries: Queries, row: Insertable<Privileges>): Promise<void> {
  await queries.insertInto('privileges').values(row).execute()
}

export function selectPrivilege(queries: Queries, id: string) {
  return queries.selectFrom('privileges').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockPrivilege(tx: Queries, id: string) {
  return tx.selectFrom('privileges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updatePrivilege(
  tx: Queries,
  id: string,
  change: Updateable<Privileges>,
): Promise<void> {
  await tx.updateTable('privileges').set(change).where('id', '=', id).execute()
}

export async function deletePrivilege(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('privileges').where('id', '=', id).execute()
}
