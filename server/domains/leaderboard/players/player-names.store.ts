import { containsPattern } from '../../../platform/database/like-pattern.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { matchesAccountName } from '../../accounts/index.ts'

/** Returns whether a text is part of a player's name: of their account, on Steam, or on a game server. */
export function matchesPlayerName(steamId: Expression<unknown>, find: string): RawBuilder<boolean> {
  const part = containsPattern(find)
  return sql<boolean>`(${matchesAccountName(steamId, find)}
    or exists (select from player_servers seen where seen.steam_id = ${steamId} and seen.name ilike ${part}))`
}
