import { type RawBuilder, sql } from 'kysely'

/**
 * The player's name as last reported by a game server, as an expression of a SteamID64; null if none was
 * reported.
 */
export function lastInGameName(steamId: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select seen.name from player_servers seen where seen.steam_id = ${sql.ref(steamId)} and seen.name <> ''
      order by seen.last_at desc limit 1)`
}

/** What the portal calls a player, in the order of `shownName`; null for whom nothing is known. */
export function playerName(steamId: string): RawBuilder<string | null> {
  const id = sql.ref(steamId)
  return sql<string | null>`coalesce(
    (select named.username from users named where named.steam_id = ${id}),
    (select named.name from steam_profiles named where named.steam_id = ${id}), ${lastInGameName(steamId)})`
}
