import type { Queries } from '../database/index.ts'
import { selectNames } from './names-store.ts'

/** What the accounts call these players, by SteamID64: the name they chose, else Steam's. Who has neither is left out. */
export async function accountNames(
  queries: Queries,
  steamIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = steamIds.length === 0 ? [] : await selectNames(queries, [...new Set(steamIds)])
  return new Map(
    rows.flatMap(({ steam_id: steamId, username, steam_name: steamName }) => {
      const name = username ?? steamName ?? ''
      return name === '' ? [] : [[steamId, name]]
    }),
  )
}
