import type { Queries } from '../database/index.ts'

/** Codes of the game whose time is over (C10). */
export async function sweepGameCodes(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('game_bind_codes').where('expires_at', '<=', now).execute()
}
