import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Change, ChangeKind } from './membership-changes.ts'

/** A VIP member, and until when (null: permanent). */
export interface Holder {
  steamId: string
  expires: Date | null
}

/** What is compared: which servers, with which members, for which kinds of change. */
export interface PendingFilter {
  servers: readonly string[]
  holders: readonly Holder[]
  kinds: readonly ChangeKind[]
  now: Date
  /** Leaves out what the server did not take and that rests until its next try. */
  dueOnly?: boolean
}

/** Selects every difference of a kind between the memberships and what these servers accepted. */
function changes({ servers, holders, kinds, now, dueOnly = false }: PendingFilter): RawBuilder<unknown> {
  const members = JSON.stringify(holders.map(({ steamId, expires }) => ({ id: steamId, until: expires })))
  return sql`
    member as (
      select m.id as steam_id, m.until from jsonb_to_recordset(${members}::jsonb) as m (id bigint, until timestamptz)),
    server as (select unnest(${servers}::uuid[]) as id),
    change as (
      select server.id as server_id, member.steam_id, member.until, delivered.group_name, delivered.refusals, delivered.try_at,
          case when delivered.server_id is null then 'grant'
            when delivered.told_at is null or delivered.expires_at <= ${now}::timestamptz then 'again'
            when delivered.expires_at is distinct from member.until then 'extend' end as kind
        from server cross join member
        left join vip_on_servers delivered on delivered.server_id = server.id and delivered.steam_id = member.steam_id
      union all
      select delivered.server_id, delivered.steam_id, null, delivered.group_name, delivered.refusals, delivered.try_at, 'expire'
        from server join vip_on_servers delivered on delivered.server_id = server.id
        where not exists (select from member where member.steam_id = delivered.steam_id)),
    waiting as (select * from change where kind = any(${kinds}::text[])
      and (not ${dueOnly}::boolean or try_at is null or try_at <= ${now}::timestamptz))`
}

/** How much waits for each of these servers; one for which nothing does is left out. */
export async function countPendingChanges(
  queries: Queries,
  filter: PendingFilter,
): Promise<Map<string, number>> {
  if (filter.servers.length === 0 || filter.kinds.length === 0) return new Map()
  const { rows } = await sql<{ server_id: string; count: number }>`
    with ${changes(filter)}
    select server_id, count(*)::integer as count from waiting group by server_id`.execute(queries)
  return new Map(rows.map(({ server_id, count }) => [server_id, count]))
}

/**
 * Selects at most `limit` changes for one server: those that it never refused first, and of them expired memberships, since they take
 * something away.
 */
export async function selectPendingChanges(
  queries: Queries,
  filter: PendingFilter,
  limit: number,
): Promise<Change[]> {
  const { rows } = await sql<{
    steam_id: string
    until: Date | null
    group_name: string | null
    refusals: number | null
    kind: ChangeKind
  }>`
    with ${changes(filter)}
    select steam_id, until, group_name, refusals, kind from waiting
      order by coalesce(refusals, 0) > 0, kind <> 'expire', steam_id limit ${limit}`.execute(queries)
  return rows.map(({ steam_id, until, group_name, refusals, kind }) => ({
    steamId: steam_id,
    until,
    group: group_name,
    refusals: refusals ?? 0,
    kind,
  }))
}
