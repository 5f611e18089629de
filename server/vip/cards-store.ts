import type { Insertable } from 'kysely'
import type { Queries } from '../database/index.ts'
import type { GiftCards } from '../database/types.generated.ts'

export type CardRow = NonNullable<Awaited<ReturnType<typeof lockCard>>>

/** Adds cards; one whose order has one already is left out. */
export async function insertCards(tx: Queries, rows: readonly Insertable<GiftCards>[]): Promise<void> {
  await tx
    .insertInto('gift_cards')
    .values(rows)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}

/** The card of a code, by the hashes it may have, held until the transaction ends. */
export function lockCardByHash(tx: Queries, hashes: readonly Buffer[]) {
  return tx.selectFrom('gift_cards').selectAll().where('hash', 'in', hashes).forUpdate().executeTakeFirst()
}

export function lockCard(tx: Queries, id: string) {
  return tx.selectFrom('gift_cards').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function lockCardOfOrder(tx: Queries, orderId: string) {
  return tx
    .selectFrom('gift_cards')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateUsed(tx: Queries, id: string, steamId: string, now: Date): Promise<void> {
  await tx.updateTable('gift_cards').set({ used_at: now, used_by: steamId }).where('id', '=', id).execute()
}

export async function updateVoid(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.updateTable('gift_cards').set({ void_at: now }).where('id', '=', id).execute()
}

/** The cards a user bought, newest first. */
export function selectCardsOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('gift_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

export interface CardFilter {
  batch?: string | undefined
  begins?: string | undefined
  before?: string | undefined
  limit: number
}

/** The newest cards that match; `before` is the id of the last one seen. */
export function selectCards(queries: Queries, { batch, begins, before, limit }: CardFilter) {
  let cards = queries.selectFrom('gift_cards').selectAll().orderBy('id', 'desc').limit(limit)
  if (batch !== undefined) cards = cards.where('batch', '=', batch)
  if (begins !== undefined) cards = cards.where('begins', 'like', `${begins}%`)
  if (before !== undefined) cards = cards.where('id', '<', before)
  return cards.execute()
}
