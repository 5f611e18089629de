import { getPlayerNames } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'

/** What the portal calls these players, by SteamID64. Who is nameless is left out. */
export function findPlayerNames(
  queries: Queries,
  steamIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  return getPlayerNames(
    queries,
    steamIds.filter((steamId) => steamId !== null),
  )
}
