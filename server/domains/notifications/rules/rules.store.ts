import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { NotificationRules } from '../../../platform/database/types.generated.ts'

export type RuleRow = Selectable<NotificationRules>

/** The rules by name. */
export function selectRules(queries: Queries): Promise<RuleRow[]> {
  return queries.selectFrom('notification_rules').selectAll().orderBy('name').orderBy('id').execute()
}

export function selectRule(queries: Queries, id: string): Promise<RuleRow | undefined> {
  return queries.selectFrom('notification_rules').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The rules that apply: of a channel that is off none does, so that it sends nothing of that time once it is on again. */
export function selectActiveRules(queries: Queries): Promise<RuleRow[]> {
  return queries
    .selectFrom('notification_rules as rule')
    .innerJoin('notification_channels as channel', 'channel.id', 'rule.channel_id')
    .selectAll('rule')
    .where('rule.enabled', '=', true)
    .where('channel.enabled', '=', true)
    .orderBy('rule.id')
    .execute()
}

/** Locks a rule until the transaction ends. */
export function lockRule(tx: Queries, id: string): Promise<RuleRow | undefined> {
  return tx.selectFrom('notification_rules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertRule(tx: Queries, row: Insertable<NotificationRules>): Promise<RuleRow> {
  return tx.insertInto('notification_rules').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateRule(tx: Queries, id: string, change: Updateable<NotificationRules>): Promise<RuleRow> {
  return tx
    .updateTable('notification_rules')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteRule(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('notification_rules').where('id', '=', id).execute()
}
