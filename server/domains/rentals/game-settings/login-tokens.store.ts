import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** An instance, as rows name it. */
export interface InstanceKey {
  rentalId: string
  generation: number
}

/** Of a token (`token`): the instance that it names is not removed. */
const isUsed: RawBuilder<boolean> = sql<boolean>`exists (select from rental_instances as holder
  where holder.rental_id = token.rental_id and holder.generation = token.generation and holder.removed_at is null)`

/** Selects the pool, oldest first, with the rental whose server has each. */
export async function selectLoginTokens(queries: Queries) {
  const { rows } = await sql<{
    id: string
    token: string
    ending: string
    steam_id: string | null
    added_at: Date
    expired_at: Date | null
    number: string | null
  }>`select token.id, token.token, token.ending, token.steam_id, token.added_at, token.expired_at,
      case when ${isUsed} then (select number from rentals where rentals.id = token.rental_id) end as number
    from login_tokens as token order by token.added_at, token.id`.execute(queries)
  return rows
}

export async function insertLoginToken(
  tx: Queries,
  token: { id: string; token: string; digest: Buffer; ending: string; steamId: string | null; now: Date },
): Promise<void> {
  const { id, digest, ending, steamId, now } = token
  await tx
    .insertInto('login_tokens')
    .values({ id, token: token.token, digest, ending, steam_id: steamId, added_at: now })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
}

/** A renewed token replaces the one of its account. */
export async function replaceLoginToken(
  tx: Queries,
  id: string,
  change: { token: string; digest: Buffer; ending: string },
): Promise<void> {
  await tx
    .updateTable('login_tokens')
    .set({ ...change, expired_at: null })
    .where('id', '=', id)
    .execute()
}

export async function markLoginTokenExpired(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.updateTable('login_tokens').set({ expired_at: now }).where('id', '=', id).execute()
}

/** Locks a token; undefined if there is none. */
export async function lockLoginToken(tx: Queries, id: string) {
  const { rows } = await sql<{ steam_id: string | null; is_used: boolean }>`
    select token.steam_id, ${isUsed} as is_used from login_tokens as token where token.id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

export async function deleteLoginToken(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('login_tokens').where('id', '=', id).execute()
}

/**
 * Takes a free token for an instance, or returns the one that it has, sealed; null if the pool is dry. A token belongs to one
 * instance until that is removed, so a repetition after a crash returns the same.
 */
export async function claimLoginToken(
  queries: Queries,
  { rentalId, generation }: InstanceKey,
  now: Date,
): Promise<{ id: string; token: string } | null> {
  const { rows } = await sql<{ id: string; token: string }>`with mine as (
      select id, token from login_tokens
      where rental_id = ${rentalId} and generation = ${generation} and expired_at is null),
    free as (
      select id from login_tokens as token
      where not exists (select from mine) and token.expired_at is null and not ${isUsed}
      order by token.added_at, token.id limit 1 for update skip locked),
    taken as (
      update login_tokens set rental_id = ${rentalId}, generation = ${generation}, taken_at = ${now}
      where id in (select id from free) returning id, token)
    select id, token from mine union all select id, token from taken`.execute(queries)
  return rows[0] ?? null
}

/** How many present instances have no valid token, and how many tokens there are and are free. */
export async function countLoginTokens(
  queries: Queries,
): Promise<{ without: number; total: number; free: number }> {
  const { rows } = await sql<{ without: number; total: number; free: number }>`select
      (select count(*)::integer from rental_instances as one where one.removed_at is null and not exists (
        select from login_tokens as token where token.rental_id = one.rental_id
          and token.generation = one.generation and token.expired_at is null)) as without,
      (select count(*)::integer from login_tokens) as total,
      (select count(*)::integer from login_tokens as token where token.expired_at is null and not ${isUsed}) as free`.execute(
    queries,
  )
  return rows[0] ?? { without: 0, total: 0, free: 0 }
}
