import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { toPostgresArray } from '../boards/postgres-array.ts'
import type { NewFlag } from '../fairness/flag-cases.ts'
import type { NewAnomalyFlag, PlayerSum, Sighting } from '../counting/batch-sums.ts'

/** What players did on one server, and when they were seen there under which name. */
export interface ServerSum extends PlayerSum, Sighting {
  serverId: string
}

/** Adds to players' counts per server; the name is the latest. */
export async function addServerSums(tx: Queries, sums: readonly ServerSum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into player_servers as existing (steam_id, server_id, name, first_at, last_at, kills, playtime_ms)
      select * from unnest(${toPostgresArray(sums.map(({ steamId }) => steamId))}::bigint[],
          ${toPostgresArray(sums.map(({ serverId }) => serverId))}::uuid[],
          ${sums.map(({ name }) => name)}::text[],
          ${toPostgresArray(sums.map(({ first }) => first.toISOString()))}::timestamptz[],
          ${toPostgresArray(sums.map(({ last }) => last.toISOString()))}::timestamptz[],
          ${toPostgresArray(sums.map(({ counts }) => counts.kills))}::integer[],
          ${toPostgresArray(sums.map(({ counts }) => counts.playtimeMs))}::bigint[]) order by 1, 2
    on conflict (steam_id, server_id) do update set
      name = case when excluded.last_at >= existing.last_at then excluded.name else existing.name end,
      first_at = least(existing.first_at, excluded.first_at), last_at = greatest(existing.last_at, excluded.last_at),
      kills = existing.kills + excluded.kills, playtime_ms = existing.playtime_ms + excluded.playtime_ms`.execute(
    tx,
  )
}

/** What players did in one mode on one of the community's days. */
export interface DaySum extends PlayerSum {
  mode: string
  day: string
}

/** Adds to players' counts per day. */
export async function addDaySums(tx: Queries, sums: readonly DaySum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into player_days as existing (steam_id, mode, day, kills, deaths, headshots, playtime_ms)
      select * from unnest(${toPostgresArray(sums.map(({ steamId }) => steamId))}::bigint[],
          ${toPostgresArray(sums.map(({ mode }) => mode))}::text[],
          ${toPostgresArray(sums.map(({ day }) => day))}::date[],
          ${toPostgresArray(sums.map(({ counts }) => counts.kills))}::integer[],
          ${toPostgresArray(sums.map(({ counts }) => counts.deaths))}::integer[],
          ${toPostgresArray(sums.map(({ counts }) => counts.headshots))}::integer[],
          ${toPostgresArray(sums.map(({ counts }) => counts.playtimeMs))}::bigint[]) order by 1, 2, 3
    on conflict (steam_id, mode, day) do update set kills = existing.kills + excluded.kills,
      deaths = existing.deaths + excluded.deaths, headshots = existing.headshots + excluded.headshots,
      playtime_ms = existing.playtime_ms + excluded.playtime_ms`.execute(tx)
}

/** I3 fairness: notes anomalies that are not noted yet; returns those. */
export async function insertAnomalyFlags(tx: Queries, flags: readonly NewAnomalyFlag[]): Promise<NewFlag[]> {
  if (flags.length === 0) return []
  const rows = flags.map((flag) => ({ ...flag, id: randomUUIDv7() }))
  const { rows: inserted } = await sql<NewFlag>`
    insert into board_flags (id, steam_id, server_id, kind, detail, day, at)
      select f.id, f."steamId", servers.id, f.kind, f.detail, f.day, f.at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (
          id uuid, "steamId" bigint, "serverId" uuid, kind text, detail jsonb, day date, at timestamptz)
        left join servers on servers.id = f."serverId"
    on conflict (steam_id, server_id, kind, day) do nothing
    returning id, steam_id as "steamId", server_id as "serverId", at`.execute(tx)
  return inserted
}

/** When a player was first and last seen on ranked servers; undefined for a stranger. */
export async function selectSighting(queries: Queries, steamId: string) {
  const activity = await queries
    .selectFrom('player_servers')
    .select(({ fn }) => [fn.min('first_at').as('first'), fn.max('last_at').as('last')])
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  return activity?.first && activity.last ? { first: activity.first, last: activity.last } : undefined
}

/** The public servers a player was seen on after a time, the latest first. */
export function selectPlayedServers(queries: Queries, steamId: string, after: Date, limit: number) {
  return queries
    .selectFrom('player_servers')
    .innerJoin('servers', 'servers.id', 'player_servers.server_id')
    .select(['servers.id', 'servers.name', 'servers.name_display'])
    .select(['player_servers.last_at', 'player_servers.kills', 'player_servers.playtime_ms'])
    .where('steam_id', '=', steamId)
    .where('last_at', '>', after)
    .where('hidden', '=', false)
    .orderBy('last_at', 'desc')
    .orderBy('servers.id')
    .limit(limit)
    .execute()
}

/** A player's days in a mode from one on, oldest first. */
export function selectPlayerDays(queries: Queries, steamId: string, mode: string, from: string) {
  return queries
    .selectFrom('player_days')
    .select(['day', 'kills', 'deaths', 'headshots', 'playtime_ms'])
    .where('steam_id', '=', steamId)
    .where('mode', '=', mode)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}
