import { type Insertable, type Selectable, sql } from 'kysely'
import { type Queries, playerName } from '../../../platform/database/index.ts'
import type { ApiTokens } from '../../../platform/database/types.generated.ts'

/** The API tokens of an operator (undefined: all of them), the newest first, with what their owners are called. */
export function selectApiTokens(queries: Queries, owner?: string) {
  return namedTokens(queries)
    .$if(owner !== undefined, (query) => query.where('api_tokens.owner', '=', owner ?? ''))
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .execute()
}

export function selectApiToken(queries: Queries, id: string) {
  return namedTokens(queries).where('api_tokens.id', '=', id).executeTakeFirst()
}

export type NamedToken = NonNullable<Awaited<ReturnType<typeof selectApiToken>>>

function namedTokens(queries: Queries) {
  return queries
    .selectFrom('api_tokens')
    .selectAll('api_tokens')
    .select(playerName('api_tokens.owner').as('owner_name'))
}

/** The token of a secret's hash if it holds at a time, and whether the account of its owner is blocked then. */
export function selectActiveToken(
  queries: Queries,
  hash: Buffer,
  now: Date,
): Promise<(Selectable<ApiTokens> & { owner_blocked: boolean }) | undefined> {
  return queries
    .selectFrom('api_tokens')
    .selectAll()
    .select(
      sql<boolean>`exists (select from users join user_blocks on user_blocks.user_id = users.id
        where users.steam_id = api_tokens.owner and (blocked_until is null or blocked_until > ${now}))`.as(
        'owner_blocked',
      ),
    )
    .where('secret_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
}

export async function insertApiToken(tx: Queries, row: Insertable<ApiTokens>): Promise<void> {
  await tx.insertInto('api_tokens').values(row).execute()
}

export async function updateTokenLastUsed(queries: Queries, id: string, now: Date): Promise<void> {
  await queries.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}

export async function revokeApiToken(tx: Queries, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes the tokens of a player who is made no operator, so that they do not hold again once they are one. */
export async function revokeTokensOfOwner(tx: Queries, owner: string, now: Date): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('owner', '=', owner)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Forgets the tokens that were revoked or expired before a time. */
export async function deleteEndedApiTokens(queries: Queries, before: Date): Promise<void> {
  await queries
    .deleteFrom('api_tokens')
    .where((where) => where.or([where('revoked_at', '<', before), where('expires_at', '<', before)]))
    .execute()
}
