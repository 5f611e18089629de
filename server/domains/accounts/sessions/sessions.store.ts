import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { Sessions } from '../../../platform/database/types.generated.ts'
import { deleteDetachedSubscriptions, detachExpiredSessions } from '../../notifications/index.ts'
import type { SessionMethod } from '../../../platform/http/session/session-check.ts'

/**
 * Returns a session that is valid at a time, with its user and the state of their second factor; undefined
 * for none.
 */
export function selectSession(queries: Queries, id: string, now: Date) {
  return queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.user_id', '=', 'sessions.user_id')
        .on('second_factors.confirmed_at', 'is not', null),
    )
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.method',
      'sessions.created_at',
      'sessions.seen_at',
      'sessions.second_factor_at',
      'users.steam_id',
      'second_factors.confirmed_at as second_factor_on',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .$narrowType<{ method: SessionMethod }>()
    .executeTakeFirst()
}

export async function insertSession(tx: Queries, row: Insertable<Sessions>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

export async function updateLastSeen(queries: Queries, id: string, now: Date): Promise<void> {
  await queries.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).execute()
}

export async function markSecondFactorVerified(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ second_factor_at: now }).where('id', '=', id).execute()
}

/** Returns a user's valid sessions, the latest used first. */
export function selectSessions(queries: Queries, userId: string, now: Date) {
  return queries
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .$narrowType<{ method: SessionMethod }>()
    .execute()
}

/** From where the sessions of a user began that have shown their second factor and have not ended. */
export async function selectVerifiedAddresses(
  queries: Queries,
  userId: string,
  now: Date,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('sessions')
    .select('address')
    .distinct()
    .where('user_id', '=', userId)
    .where('second_factor_at', 'is not', null)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ address }) => address)
}

/** Ends one session of a user; returns false if it is not theirs or no longer exists. */
export async function deleteSession(tx: Queries, userId: string, id: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends every session of a user, but for the one named. Browser notifications end with their sessions, also of sessions that have expired. */
export async function deleteSessions(
  tx: Queries,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute()
  await deleteDetachedSubscriptions(tx, userId)
}

/** Ends every session of a user that was begun in one way. */
export async function deleteSessionsByMethod(
  tx: Queries,
  userId: string,
  method: SessionMethod,
): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('method', '=', method).execute()
}

export async function deleteExpiredSessions(queries: Queries, now: Date): Promise<void> {
  await detachExpiredSessions(queries, now)
  await deleteInSlices(queries, 'sessions', sql`expires_at <= ${now}`)
}
