import type { BoardPlayer, TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { maxRecentServers, trendDays } from '@clutch/contract/limits.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { getAvatarUrls, getGroups } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { toMinutes, clampCount } from '../boards/board-row.ts'
import { doesResetCoverDay } from '../resets/reset-coverage.ts'
import { findPlayerNames } from './player-names.ts'
import * as store from './players.store.ts'
import { selectResetsCoveringPlayer } from '../resets/resets.store.ts'
import { selectSeasons } from '../seasons/seasons.store.ts'
import { formatCommunityDay } from '../counting/batch-sums.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

const dayMs = 24 * 3_600_000

/** Who a player is and where they played lately. Throws `player.not_found`. */
export async function getPlayer({ database, clock }: Dependencies, steamId: string): Promise<BoardPlayer> {
  const activity = await getSighting(database, steamId)
  const wholly = (await selectResetsCoveringPlayer(database, steamId)).filter(
    ({ mode, span }) => !mode && !span,
  )
  const after = new Date(Math.max(0, ...wholly.map(({ created_at }) => created_at.getTime())))
  const servers = await store.selectPlayedServers(database, steamId, after, maxRecentServers)
  const groups = await getGroups(database, [steamId], clock.now())
  const avatars = await getAvatarUrls(database, [steamId])
  return {
    steamid: steamId,
    nickname: (await findPlayerNames(database, [steamId])).get(steamId) ?? steamId,
    avatar_url: avatars.get(steamId) ?? null,
    usergroup: groups.get(steamId) ?? [],
    first: activity.first.getTime(),
    last: activity.last.getTime(),
    servers: servers.map((row) => ({
      id: row.id,
      name: row.name_display || row.name,
      last: row.last_at.getTime(),
      playtime: toMinutes(row.playtime_ms),
      kills: clampCount(row.kills),
    })),
  }
}

/** A player's days of the last 90 in a mode, oldest first, without those a reset took. Throws `player.not_found`. */
export async function getPlayerTrend(
  { database, clock }: Dependencies,
  steamId: string,
  mode: BoardMode,
): Promise<TrendDay[]> {
  await getSighting(database, steamId)
  const days = await store.selectPlayerDays(database, steamId, mode, oldestTrendDay(clock.now()))
  const resets = await selectResetsCoveringPlayer(database, steamId)
  const seasons = await selectSeasons(database)
  return days
    .filter(({ day }) => !resets.some((reset) => doesResetCoverDay(reset, seasons, mode, day)))
    .map(({ day, kills, deaths, headshots, playtime_ms }) => ({
      day,
      kills: clampCount(kills),
      deaths: clampCount(deaths),
      headshots: clampCount(headshots),
      playtime: toMinutes(playtime_ms),
    }))
    .filter(({ day: _day, ...counts }) => Object.values(counts).some((count) => count > 0))
}

/** The oldest of the community's days that a trend shows. */
export function oldestTrendDay(now: Date): string {
  return formatCommunityDay(new Date(now.getTime() - (trendDays - 1) * dayMs))
}

async function getSighting(queries: Queries, steamId: string) {
  const activity = await store.selectSighting(queries, steamId)
  if (activity) return activity
  throw new PortalError('player.not_found', 'This player has not been seen on a ranked server')
}
