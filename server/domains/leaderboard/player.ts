import type { BoardPlayer, TrendDay } from '@clutch/contract/api/leaderboard.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { recentServersMax, trendDays } from '@clutch/contract/limits.ts'
import type { BoardMode } from '@clutch/contract/rules/board-modes.ts'
import { getAvatarUrls, getGroups } from '../accounts/index.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { minutesOf, shown } from './board-row.ts'
import { coversDay } from './covered.ts'
import { playerNames } from './names.ts'
import * as store from './players-store.ts'
import { selectCovering } from './resets-store.ts'
import { selectSeasons } from './seasons-store.ts'
import { dayOf } from './tally.ts'

type Parts = Pick<AppContext, 'database' | 'clock'>

const dayMs = 24 * 3_600_000

/** Who a player is and where they played lately. Throws `player.not_found`. */
export async function readPlayer({ database, clock }: Parts, steamId: string): Promise<BoardPlayer> {
  const seen = await requireSeen(database, steamId)
  const wholly = (await selectCovering(database, steamId)).filter(({ mode, span }) => !mode && !span)
  const after = new Date(Math.max(0, ...wholly.map(({ created_at }) => created_at.getTime())))
  const servers = await store.selectPlayedServers(database, steamId, after, recentServersMax)
  const groups = await getGroups(database, [steamId], clock.now())
  const avatars = await getAvatarUrls(database, [steamId])
  return {
    steamid: steamId,
    nickname: (await playerNames(database, [steamId])).get(steamId) ?? steamId,
    avatar_url: avatars.get(steamId) ?? null,
    usergroup: groups.get(steamId) ?? [],
    first: seen.first.getTime(),
    last: seen.last.getTime(),
    servers: servers.map((row) => ({
      id: row.id,
      name: row.name_display || row.name,
      last: row.last_at.getTime(),
      playtime: minutesOf(row.playtime_ms),
      kills: shown(row.kills),
    })),
  }
}

/** A player's days of the last 90 in a mode, oldest first, without those a reset took. Throws `player.not_found`. */
export async function readTrend(
  { database, clock }: Parts,
  steamId: string,
  mode: BoardMode,
): Promise<TrendDay[]> {
  await requireSeen(database, steamId)
  const days = await store.selectDays(database, steamId, mode, firstTrendDay(clock.now()))
  const resets = await selectCovering(database, steamId)
  const seasons = await selectSeasons(database)
  return days
    .filter(({ day }) => !resets.some((reset) => coversDay(reset, seasons, mode, day)))
    .map(({ day, kills, deaths, headshots, playtime_ms }) => ({
      day,
      kills: shown(kills),
      deaths: shown(deaths),
      headshots: shown(headshots),
      playtime: minutesOf(playtime_ms),
    }))
    .filter(({ day: _day, ...counts }) => Object.values(counts).some((count) => count > 0))
}

/** The oldest of the community's days that a trend shows. */
export function firstTrendDay(now: Date): string {
  return dayOf(new Date(now.getTime() - (trendDays - 1) * dayMs))
}

async function requireSeen(queries: Queries, steamId: string) {
  const seen = await store.selectSeen(queries, steamId)
  if (seen) return seen
  throw new PortalError('player.not_found', 'Nobody has seen this player on a ranked server')
}
