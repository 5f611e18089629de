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

function member(holders: readonly Holder[]): RawBuilder<unknown> {
  const members = JSON.stringify(holders.map(({ steamId, expires }) => ({ id: steamId, until: expires })))
  return sql`member as (
      select m.id as steam_id, m.until from jsonb_to_recordset(${members}::jsonb) as m (id bigint, until timestamptz))`
}

/** The kind of change that a member needs on a server with the row `held`; null where the row is up to date. */
function kindOfHeld(held: string, now: Date): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${held}.${column}`)
  return sql`case when ${of('server_id')} is null then 'grant'
    when ${of('told_at')} is null or ${of('expires_at')} <= ${now}::timestamptz then 'again'
    when ${of('expires_at')} is distinct from member.until then 'extend' end`
}

/** Selects every difference of a kind between the memberships and what these servers accepted. */
function changes({ servers, holders, kinds, now, dueOnly = false }: PendingFilter): RawBuilder<unknown> {
  return sql`
    ${member(holders)},
    server as (select unnest(${servers}::uuid[]) as id),
    change as (
      select server.id as server_id, member.steam_id, member.until, delivered.group_name, delivered.refusals, delivered.try_at,
          ${kindOfHeld('delivered', now)} as kind
        from server cross join member
        left join vip_on_servers delivered on delivered.server_id = server.id and delivered.steam_id = member.steam_id
      union all
      select delivered.server_id, delivered.steam_id, null, delivered.group_name, delivered.refusals, delivered.try_at, 'expire'
        from server join vip_on_servers delivered on delivered.server_id = server.id
        where not exists (select from member where member.steam_id = delivered.steam_id)),
    waiting as (select * from change where kind = any(${kinds}::text[])
      and (not ${dueOnly}::boolean or try_at is null or try_at <= ${now}::timestamptz))`
}

/**
 * How much waits for each of these servers; one for which nothing does is left out. Reads what the servers hold, and not each member for
 * each server.
 */
export async function countPendingChanges(
  queries: Queries,
  { servers, holders, kinds, now, dueOnly = false }: PendingFilter,
): Promise<Map<string, number>> {
  if (servers.length === 0 || kinds.length === 0) return new Map()
  const { rows } = await sql<{ server_id: string; held: number; changed: number }>`
    with ${member(holders)}
    select d.server_id, count(member.steam_id)::integer as held, count(*) filter (where
        case when member.steam_id is null then 'expire' else ${kindOfHeld('d', now)} end = any(${kinds}::text[])
        and (not ${dueOnly}::boolean or d.try_at is null or d.try_at <= ${now}::timestamptz))::integer as changed
      from vip_on_servers d left join member on member.steam_id = d.steam_id
      where d.server_id = any(${servers}::uuid[]) group by d.server_id`.execute(queries)
  const known = new Map(rows.map((row) => [row.server_id, row]))
  const countOf = (server: string) => {
    const { held, changed } = known.get(server) ?? { held: 0, changed: 0 }
    return changed + (kinds.includes('grant') ? holders.length - held : 0)
  }
  return new Map(
    servers.flatMap((server) => {
      const count = countOf(server)
      return count === 0 ? [] : [[server, count]]
    }),
  )
}

/** Which of these servers one of a few players' changes waits for; the players need not be members. */
export async function selectServersWithChanges(
  queries: Queries,
  { servers, holders, kinds, now }: PendingFilter,
  players: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${member(holders.filter(({ steamId }) => players.includes(steamId)))}
    select distinct server.id from unnest(${servers}::uuid[]) as server (id)
      cross join unnest(${players}::bigint[]) as player (id)
      left join member on member.steam_id = player.id
      left join vip_on_servers d on d.server_id = server.id and d.steam_id = player.id
      where case when member.steam_id is null and d.server_id is null then null when member.steam_id is null then 'expire'
        else ${kindOfHeld('d', now)} end = any(${kinds}::text[])
        and (d.try_at is null or d.try_at <= ${now}::timestamptz)`.execute(queries)
  return rows.map(({ id }) => id)
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
