import { profileMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { UserRow } from '../users/users.store.ts'

/** C2: has Steam asked for a user's name and picture, where that can be done and what is known is old. */
export async function requestProfileRefresh(
  { config, clock, jobs }: Pick<AppContext, 'config' | 'clock' | 'jobs'>,
  tx: Queries,
  { steam_id: steamId, steam_fetched_at: fetched }: UserRow,
): Promise<void> {
  const isFresh = fetched !== null && clock.now().getTime() - fetched.getTime() < profileMaxAgeMs
  if (steamId === null || isFresh || config.steamApiKey === undefined) return
  await jobs.enqueue(tx, 'steam-profile', { steamId })
}
