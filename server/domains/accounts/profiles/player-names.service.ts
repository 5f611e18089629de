import type { Queries } from '../../../database/index.ts'
import { selectPlayerNames } from './player-names.store.ts'

/** What the portal calls these players, by SteamID64, in the order of `shownName`. Who has no name is left out. */
export async function getPlayerNames(
  queries: Queries,
  steamIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = steamIds.length === 0 ? [] : await selectPlayerNames(queries, [...new Set(steamIds)])
  return new Map(
    rows.flatMap(({ steam_id: steamId, username, steam_name: steamName, seen_name: seenName }) => {
      const name = username ?? steamName ?? seenName ?? ''
      return name === '' ? [] : [[steamId, name]]
    }),
  )
}
