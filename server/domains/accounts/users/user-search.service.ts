import type { Queries } from '../../../database/index.ts'
import { selectUsersByText } from './user-search.store.ts'

/** A few accounts that a text is a part of, newest first. */
export async function searchUsers(
  queries: Queries,
  find: string,
  limit: number,
): Promise<{ id: string; name: string; steamId: string | null; email: string | null }[]> {
  const rows = await selectUsersByText(queries, find, limit)
  return rows.map(({ id, steam_id: steamId, email, username, name }) => ({
    id,
    name: username ?? name ?? '',
    steamId,
    email,
  }))
}
