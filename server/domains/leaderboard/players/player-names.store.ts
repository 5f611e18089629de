import { containsPattern } from '../../../platform/database/like-pattern.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { matchesAccountName } from '../../accounts/index.ts'

/** Whether a text is a part of what a player is called: by their account, by Steam, or by a game server they were seen on. */
export function matchesPlayerName(steamId: Expression<unknown>, find: string): RawBuilder<boolean> {
  const part = containsPattern(find)
  return sql<boolean>`(${matchesAccountName(steamId, find)}
    or exists (select from player_servers seen where seen.steam_id = ${steamId} and seen.name ilike ${part}))`
}
