import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppealMessages, Cases } from '../../../platform/database/types.generated.ts'

/** The sanctions of a player, or one of them, the newest first, with the names of their servers. */
export function selectOwnSanctions(
  queries: Queries,
  steamId: string,
  { id, limit }: { id?: string; limit: number },
) {
  return queries
    .selectFrom('sanctions')
    .select(['id', 'kind', 'reason', 'server_ids', 'created_at', 'expires_at', 'lifted_at'])
    .select(
      sql<string[]>`array(select coalesce(nullif(trim(name_display), ''), name) from servers
        where servers.id = any(sanctions.server_ids) order by 1)`.as('server_names'),
    )
    .where('steam_id', '=', steamId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type OwnSanctionRow = Awaited<ReturnType<typeof selectOwnSanctions>>[number]

/** The latest appeal against each of some sanctions. */
export function selectLatestAppeals(queries: Queries, sanctionIds: readonly string[]) {
  return queries
    .selectFrom('cases')
    .select(['id', 'sanction_id', 'outcome', 'closed_at', 'note'])
    .distinctOn('sanction_id')
    .where('kind', '=', 'appeal')
    .where('sanction_id', 'in', sanctionIds)
    .orderBy('sanction_id')
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type AppealRow = Awaited<ReturnType<typeof selectLatestAppeals>>[number]

/** The messages of some appeals, the oldest first. */
export function selectMessages(queries: Queries, caseIds: readonly string[]) {
  return queries
    .selectFrom('appeal_messages')
    .selectAll()
    .where('case_id', 'in', caseIds)
    .orderBy('id')
    .execute()
}

export async function insertAppeal(tx: Queries, row: Insertable<Cases>): Promise<void> {
  await tx.insertInto('cases').values(row).execute()
}

/** Adds a message to an appeal, which moves up in the queue. */
export async function insertMessage(tx: Queries, row: Insertable<AppealMessages>): Promise<void> {
  await tx.insertInto('appeal_messages').values(row).execute()
  await tx.updateTable('cases').set({ updated_at: row.at }).where('id', '=', row.case_id).execute()
}
