import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** A linked account at Discord, or one that was linked and still has roles of the portal. */
export interface DiscordMember {
  discordId: string
  /** SteamID64; null where it is not linked any more. */
  steamId: string | null
  roleIds: string[]
  checkedAt: Date | null
  retryAt: Date | null
}

export async function selectDiscordMembers(queries: Queries): Promise<DiscordMember[]> {
  const { rows } = await sql<{
    discord_id: string
    steam_id: string | null
    role_ids: string[] | null
    checked_at: Date | null
    retry_at: Date | null
  }>`
    with linked as (
      select account.subject as discord_id, users.steam_id
        from linked_accounts account join users on users.id = account.user_id
        where account.provider = 'discord')
    select discord_id, linked.steam_id, given.role_ids, given.checked_at, given.retry_at
      from linked full join discord_roles given using (discord_id)
      order by given.checked_at nulls first, discord_id`.execute(queries)
  return rows.map((row) => ({
    discordId: row.discord_id,
    steamId: row.steam_id,
    roleIds: row.role_ids ?? [],
    checkedAt: row.checked_at,
    retryAt: row.retry_at,
  }))
}

/** What a member has of the portal's roles, once Discord has confirmed them; without a role and a link nothing is remembered. */
export async function saveDiscordRoles(
  queries: Queries,
  { discordId, roleIds, isLinked }: { discordId: string; roleIds: readonly string[]; isLinked: boolean },
  now: Date,
): Promise<void> {
  if (roleIds.length === 0 && !isLinked) {
    await queries.deleteFrom('discord_roles').where('discord_id', '=', discordId).execute()
    return
  }
  const values = { role_ids: [...roleIds], checked_at: now, retry_at: null, problem: '' }
  await queries
    .insertInto('discord_roles')
    .values({ discord_id: discordId, ...values })
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet(values))
    .execute()
}

/** The roles that were given until a failure, and when the next try is. */
export async function saveDiscordProblem(
  queries: Queries,
  failure: { discordId: string; roleIds: readonly string[]; problem: string; retryAt: Date },
): Promise<void> {
  const { discordId, roleIds, problem, retryAt } = failure
  const values = { role_ids: [...roleIds], retry_at: retryAt, problem }
  await queries
    .insertInto('discord_roles')
    .values({ discord_id: discordId, ...values })
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet(values))
    .execute()
}
