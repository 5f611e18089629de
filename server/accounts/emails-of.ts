import type { Queries } from '../database/index.ts'
import { selectEmails } from './users-store.ts'

/** The e-mail addresses of these players, by SteamID64; each was proven by a code. Who has none is left out. */
export async function emailsOf(queries: Queries, steamIds: readonly string[]): Promise<Map<string, string>> {
  if (steamIds.length === 0) return new Map()
  const rows = await selectEmails(queries, steamIds)
  return new Map(
    rows.flatMap(({ steam_id, email }) => (steam_id !== null && email !== null ? [[steam_id, email]] : [])),
  )
}
