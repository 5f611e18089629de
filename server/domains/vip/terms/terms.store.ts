import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { VipTerms } from '../../../platform/database/types.generated.ts'

/** What made a membership longer, once. A rental covers its time otherwise (`cover.ts`). */
export type TermSource = 'order' | 'card'

/** Selects the term of a source. Changed only under the lock of its player's membership. */
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

/** The terms of a player that were not taken back and end after a time. */
export function selectActiveTerms(tx: Queries, steamId: string, after: Date) {
  return tx
    .selectFrom('vip_terms')
    .select(['id', 'starts_at', 'ends_at'])
    .where('steam_id', '=', steamId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', after)
    .execute()
}

export async function updateTerm(tx: Queries, id: string, term: { starts: Date; ends: Date }): Promise<void> {
  await tx
    .updateTable('vip_terms')
    .set({ starts_at: term.starts, ends_at: term.ends })
    .where('id', '=', id)
    .execute()
}
