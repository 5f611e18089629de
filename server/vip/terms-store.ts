import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queries } from '../database/index.ts'
import type { VipTerms } from '../database/types.generated.ts'

/** What made a membership longer. */
export type TermSource = 'order' | 'card' | 'lease'

/** A source’s term. Whoever holds its player’s membership is the only one who changes it. */
export function selectTerm(tx: Queries, source: TermSource, sourceId: string) {
  return tx
    .selectFrom('vip_terms')
    .selectAll()
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
}

export async function insertTerm(tx: Queries, row: Insertable<VipTerms>): Promise<void> {
  await tx.insertInto('vip_terms').values(row).execute()
}

export async function updateRevoked(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.updateTable('vip_terms').set({ revoked_at: now }).where('id', '=', id).execute()
}

/** The terms of a player that begin at a time or later become so much earlier. */
export async function moveTerms(tx: Queries, steamId: string, from: Date, ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1_000}::double precision)`
  await tx
    .updateTable('vip_terms')
    .set({ starts_at: sql<Date>`starts_at - ${by}`, ends_at: sql<Date>`ends_at - ${by}` })
    .where('steam_id', '=', steamId)
    .where('starts_at', '>=', from)
    .where('revoked_at', 'is', null)
    .execute()
}
