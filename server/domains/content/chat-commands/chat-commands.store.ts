import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Commands } from '../../../platform/database/types.generated.ts'

export type CommandRow = Selectable<Commands>

const seededKey = 'commands_filled'

/**
 * Claims the one-time seeding of the table: returns true for the caller that must do it in this transaction.
 * Concurrent callers wait here for the result.
 */
export async function claimSeeding(tx: Queries, now: Date): Promise<boolean> {
  const result = await tx
    .insertInto('portal_settings')
    .values({ key: seededKey, value: 'true', updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Every command in the order of the operator. */
export function selectCommands(queries: Queries): Promise<CommandRow[]> {
  return queries.selectFrom('commands').selectAll().orderBy('position').orderBy('id').execute()
}

export async function insertCommands(
  queries: Queries,
  commands: readonly Insertable<Commands>[],
): Promise<void> {
  await queries.insertInto('commands').values(commands).execute()
}

export function insertCommand(queries: Queries, command: Insertable<Commands>): Promise<CommandRow> {
  return queries.insertInto('commands').values(command).returningAll().executeTakeFirstOrThrow()
}

export function selectCommand(queries: Queries, id: string): Promise<CommandRow | undefined> {
  return queries.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks one announcement until the transaction ends. */
export function lockCommand(tx: Queries, id: string): Promise<CommandRow | undefined> {
  return tx.selectFrom('commands').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function updateCommand(tx: Queries, id: string, change: Updateable<Commands>): Promise<CommandRow> {
  return tx
    .updateTable('commands')
    .set({ id, ...change })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteCommand(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('commands').where('id', '=', id).execute()
}
