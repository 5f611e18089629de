import type { Queries } from '../../../platform/database/index.ts'

/** Selects the end of a rental as VIP knows it. Changed only under the lock of the player's membership. */
export function selectCover(tx: Queries, rentalId: string) {
  return tx.selectFrom('vip_covers').selectAll().where('source_id', '=', rentalId).executeTakeFirst()
}

/** The covers of a player that end after a time, the earliest end first. */
export function selectCoversOf(tx: Queries, steamId: string, after: Date) {
  return tx
    .selectFrom('vip_covers')
    .selectAll()
    .where('steam_id', '=', steamId)
    .where('until', '>', after)
    .orderBy('until')
    .execute()
}

export async function saveCover(
  tx: Queries,
  { rentalId, steamId, until }: { rentalId: string; steamId: string; until: Date },
): Promise<void> {
  await tx
    .insertInto('vip_covers')
    .values({ source_id: rentalId, steam_id: steamId, until })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ until }))
    .execute()
}

/** The terms by which a rental made a membership longer and that end after a time, the latest first. */
export function selectTermsOfRental(tx: Queries, rentalId: string, after: Date) {
  return tx
    .selectFrom('vip_terms')
    .selectAll()
    .where('source', '=', 'rental')
    .where('source_id', '=', rentalId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', after)
    .orderBy('ends_at', 'desc')
    .execute()
}
