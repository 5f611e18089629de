import { PortalError } from '@clutch/contract/errors.ts'
import { profileMaxAgeMs, rankedProfileMaxAgeMs, rankedProfileBatchSize } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { avatarUrl } from './identity.service.ts'
import { type Picture, fetchPicture } from './picture-download.ts'
import * as store from './profiles.store.ts'
import { type PlayerSummary, fetchPlayerSummaries, maxSummariesPerCall } from './steam-web-api.ts'

type Dependencies = Pick<AppContext, 'config' | 'database' | 'clock' | 'log'>

const maxConcurrentPictures = 8
const maxStaleProfilesPerRun = 1_000

/** Some of the first players of the boards whom Steam was asked about before a time, or never. */
export type RankedPlayers = (queries: Queries, before: Date, limit: number) => Promise<string[]>

/** C2, I3: does the jobs about players' names and pictures in this process. */
export async function startProfileWorkers(context: AppContext, ranked: RankedPlayers): Promise<void> {
  await context.jobs.work('steam-profile', ({ steamId }) => refreshProfileIfStale(context, steamId))
  await context.jobs.work('stale-profiles', async () => {
    await refreshStaleProfiles(context)
    await refreshRankedProfiles(context, ranked)
  })
}

/** C2: has a player's name and picture from Steam, unless that was done within a day. */
export async function refreshProfileIfStale(context: Dependencies, steamId: string): Promise<void> {
  const fetchedAt = await store.selectFetchedAt(context.database, steamId)
  if (fetchedAt && fetchedAt > staleBefore(context)) return
  await refreshProfiles(context, [steamId])
}

/** The same of people who stay signed in for days, many at once. */
export async function refreshStaleProfiles(context: Dependencies): Promise<void> {
  const { database, clock } = context
  const filter = { now: clock.now(), before: staleBefore(context), limit: maxStaleProfilesPerRun }
  await refreshProfiles(context, await store.selectStaleProfiles(database, filter))
}

/** I3: the same of those on the boards, whether or not they ever signed in. */
export async function refreshRankedProfiles(context: Dependencies, ranked: RankedPlayers): Promise<void> {
  const { config, database, clock } = context
  if (config.steamApiKey === undefined) return
  const before = new Date(clock.now().getTime() - rankedProfileMaxAgeMs)
  await refreshProfiles(context, await ranked(database, before, rankedProfileBatchSize))
}

/**
 * Asks Steam for players' names and pictures and keeps them; without a key nothing is asked. What does not come leaves what
 * there was. Throws FetchFailed when the Web API fails.
 */
async function refreshProfiles(context: Dependencies, steamIds: readonly string[]): Promise<void> {
  const { steamApiKey: key } = context.config
  if (key === undefined) return
  for (const batch of chunk(steamIds, maxSummariesPerCall)) {
    const summaries = await fetchPlayerSummaries(context.config, key, batch)
    for (const pictureBatch of chunk(summaries, maxConcurrentPictures))
      await Promise.all(pictureBatch.map((summary) => saveSummary(context, summary)))
  }
}

async function saveSummary(context: Dependencies, summary: PlayerSummary): Promise<void> {
  const { steamId, name } = summary
  const picture = await downloadPicture(context, summary)
  await store.saveProfile(context.database, { steamId, name, picture, fetchedAt: context.clock.now() })
}

async function downloadPicture(
  { config, log }: Dependencies,
  { steamId, picture }: PlayerSummary,
): Promise<Picture | null> {
  if (picture === null) return null
  return fetchPicture(config, picture).catch((error: unknown) => {
    log.info({ err: error, steamId }, 'could not load the picture of a player')
    return null
  })
}

/** Where the pictures of these players are; who has none, or chose the drawn one, is left out. */
export async function getAvatarUrls(
  queries: Queries,
  steamIds: readonly string[],
): Promise<Map<string, string>> {
  if (steamIds.length === 0) return new Map()
  const rows = await store.selectPictureTimes(queries, steamIds)
  return new Map(
    rows.flatMap(({ steam_id, picture_at }) =>
      picture_at ? [[steam_id, avatarUrl(steam_id, picture_at)]] : [],
    ),
  )
}

/** A player's picture. Throws `player.not_found`. */
export async function getPicture(queries: Queries, steamId: string): Promise<Picture> {
  const picture = await store.selectPicture(queries, steamId)
  if (picture) return picture
  throw new PortalError('player.not_found', 'This player has no picture')
}

function staleBefore({ clock }: Dependencies): Date {
  return new Date(clock.now().getTime() - profileMaxAgeMs)
}

function* chunk<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size)
}
