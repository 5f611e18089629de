import { accountNames } from '../accounts/index.ts'
import type { Queries } from '../database/index.ts'
import { selectToldNames } from './names-store.ts'

/** What the portal calls these players, by SteamID64: as their account has it, else as game servers told. Who is nameless is left out. */
export async function playerNames(
  queries: Queries,
  steamIds: readonly (string | null)[],
): Promise<Map<string, string>> {
  const asked = [...new Set(steamIds)].filter((steamId) => steamId !== null)
  const names = await accountNames(queries, asked)
  const nameless = asked.filter((steamId) => !names.has(steamId))
  const told = nameless.length === 0 ? [] : await selectToldNames(queries, nameless)
  return new Map([...names, ...told.map(({ steam_id: steamId, name }) => [steamId, name] as const)])
}
