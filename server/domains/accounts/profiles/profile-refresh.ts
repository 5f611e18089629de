import { profileMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { UserRow } from '../users/users.store.ts'

/**
 * C2: enqueues a fetch of a user's name and picture from Steam, where that is possible and the stored profile
 * is old.
 */
export async function requestProfileRefresh(
  { config, clock, jobs }: Pick<AppContext, 'config' | 'clock' | 'jobs'>,
  tx: Queries,
  { steam_id: steamId, steam_fetched_at: fetched }: UserRow,
): Promise<void> {
  const isFresh = fetched !== null && clock.now().getTime() - fetched.getTime() < profileMaxAgeMs
  if (steamId === null || isFresh || config.steamApiKey === undefined) return
  await jobs.enqueue(tx, 'steam-profile', { steamId })
}
