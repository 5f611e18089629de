import { containsPattern, prefixPattern } from '../../../platform/database/like-pattern.ts'
import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { GiftCards } from '../../../platform/database/types.generated.ts'
import { matchesPlayerName } from '../../leaderboard/index.ts'

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

export function selectCardOfOrder(queries: Queries, orderId: string) {
  return queries.selectFrom('gift_cards').select('begins').where('order_id', '=', orderId).executeTakeFirst()
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
  /** A part of the batch's name or of a buyer's or user's, or the beginning of a code or of a SteamID64. */
  find?: string | undefined
  state?: 'unused' | 'used' | 'void' | 'over' | undefined
  duration?: string | undefined
  batch?: string | undefined
}

export interface CardPage {
  sort: 'created' | 'expires' | 'used'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/** One page of the cards that match at a time, with who bought each. */
export function selectCards(queries: Queries, filter: CardFilter, now: Date, page: CardPage) {
  const column = ({ created: 'created_at', expires: 'expires_at', used: 'used_at' } as const)[page.sort]
  return matching(queries, filter, now)
    .selectAll('gift_cards')
    .select('users.steam_id as bought_by')
    .orderBy(`gift_cards.${column}`, (order) =>
      page.direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
    )
    .orderBy('gift_cards.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export type ListedCard = CardRow & { bought_by: string | null }

/** The cards that match at a time, the newest first, after one of them. */
export function selectCardsAfter(
  queries: Queries,
  filter: CardFilter,
  now: Date,
  { after, limit }: { after: Pick<ListedCard, 'id'> | undefined; limit: number },
): Promise<ListedCard[]> {
  return matching(queries, filter, now)
    .selectAll('gift_cards')
    .select('users.steam_id as bought_by')
    .$if(after !== undefined, (query) => query.where('gift_cards.id', '<', after?.id ?? ''))
    .orderBy('gift_cards.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many match. */
export async function countCards(queries: Queries, filter: CardFilter, now: Date): Promise<number> {
  const { count } = await matching(queries, filter, now)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A card with who bought it. */
export function selectCard(queries: Queries, id: string) {
  return withBuyers(queries)
    .selectAll('gift_cards')
    .select('users.steam_id as bought_by')
    .where('gift_cards.id', '=', id)
    .executeTakeFirst()
}

/** The batches, newest first; `batch` asks for one. */
export function selectBatches(queries: Queries, now: Date, batch?: string) {
  return queries
    .selectFrom('gift_cards')
    .select((row) => [
      row.ref('batch').$notNull().as('batch'),
      sql<number>`count(*)::integer`.as('cards'),
      sql<number>`count(*) filter (where ${isIn('unused', now)})::integer`.as('unused'),
      sql<number>`count(*) filter (where ${isIn('used', now)})::integer`.as('used'),
      row.fn.max('created_at').as('created'),
    ])
    .where('batch', 'is not', null)
    .$if(batch !== undefined, (query) => query.where('batch', '=', batch ?? ''))
    .groupBy('batch')
    .orderBy('created', 'desc')
    .orderBy('batch')
    .execute()
}

const withBuyers = (queries: Queries) =>
  queries.selectFrom('gift_cards').leftJoin('users', 'users.id', 'gift_cards.user_id')

function matching(queries: Queries, { find, state, duration, batch }: CardFilter, now: Date) {
  const [part, prefix] = [containsPattern(find ?? ''), prefixPattern(find ?? '')]
  const letters = (find ?? '')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 4)
  return withBuyers(queries)
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`(gift_cards.batch ilike ${part} or gift_cards.used_by::text like ${prefix}
          or users.steam_id::text like ${prefix}
          or ${matchesPlayerName(sql.ref('gift_cards.used_by'), find ?? '')} or ${matchesPlayerName(sql.ref('users.steam_id'), find ?? '')}
          or (${letters} <> '' and gift_cards.begins like ${`${letters}%`}))`,
      ),
    )
    .$if(state !== undefined, (query) => query.where(isIn(state ?? 'unused', now)))
    .$if(duration !== undefined, (query) => query.where('gift_cards.duration', '=', duration ?? ''))
    .$if(batch !== undefined, (query) => query.where('gift_cards.batch', '=', batch ?? ''))
}

/** Whether a card is in a state at a time, as `stateOf` of `cards.service.ts` defines it. */
function isIn(state: NonNullable<CardFilter['state']>, now: Date) {
  if (state === 'used') return sql<boolean>`gift_cards.used_at is not null`
  if (state === 'void') return sql<boolean>`gift_cards.void_at is not null`
  const over = sql`gift_cards.expires_at <= ${now}`
  return sql<boolean>`(gift_cards.used_at is null and gift_cards.void_at is null
    and ${state === 'over' ? over : sql`not ${over}`})`
}
