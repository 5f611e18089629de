import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { maxLivePlayers, scoreMaxAgeMs } from '@clutch/contract/limits.ts'
import { type LogReport, type RosterPlayer, listLogReports } from '../../events/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { InstanceRow } from '../rentals.store.ts'
import { cleanName } from './match-scores.service.ts'
import { type MatchScore, selectMatchScores } from './match-scores.store.ts'

/** Who plays on the servers of some rentals and how it stands, by their own reports. */
export interface LiveReports {
  logs: ReadonlyMap<string, LogReport>
  /** MatchZy's. */
  scores: ReadonlyMap<string, MatchScore>
}

/** Loads what servers reported lately; older reports say nothing about now. */
export async function loadLiveReports(
  queries: Queries,
  rentalIds: readonly string[],
  now: Date,
): Promise<LiveReports> {
  const since = new Date(now.getTime() - scoreMaxAgeMs)
  const scores = await selectMatchScores(queries, rentalIds, since)
  return {
    logs: await listLogReports(queries, rentalIds, now),
    scores: new Map(scores.map((one) => [one.rentalId, one])),
  }
}

/**
 * The last report of the game, while it is recent, with who its log names and the score of a match: MatchZy's, or the log's of its sides
 * where MatchZy reports none.
 */
export function toLiveView(instance: InstanceRow, { logs, scores }: LiveReports): RentalView['live'] {
  const { map, players, bots, players_max: max, silent_at: silent, unreached_at: unreached } = instance
  if (map === null || players === null || silent !== null || unreached !== null) return null
  const score = scores.get(instance.rental_id)
  const log = logs.get(instance.rental_id)
  return {
    map,
    players,
    bots: bots ?? 0,
    max: max ?? 0,
    people: players === 0 ? [] : toPeople(log?.players ?? []),
    // A score of before the last start is of another match.
    score: score && isOfThisRun(score, instance) ? toScore(score) : toSideScore(log, map),
  }
}

function isOfThisRun({ reportedAt }: MatchScore, { started_at: started }: InstanceRow): boolean {
  return started !== null && reportedAt >= started
}

function toPeople(roster: readonly RosterPlayer[]): { name: string; steamid: string }[] {
  return roster
    .flatMap(({ name, steamId }) => (steamId === null ? [] : [{ name: cleanName(name), steamid: steamId }]))
    .slice(0, maxLivePlayers)
}

/** The log may still be that of the map before. */
function toSideScore(log: LogReport | undefined, map: string) {
  if (!log || log.score === null || log.map !== map) return null
  const { ct, t, over } = log.score
  return {
    by: 'log' as const,
    teams: [
      { name: 'CT', score: ct },
      { name: 'T', score: t },
    ],
    over,
  }
}

function toScore({ team1, team2, score1, score2, isOver }: MatchScore) {
  return {
    by: 'matchzy' as const,
    teams: [
      { name: team1, score: score1 },
      { name: team2, score: score2 },
    ],
    over: isOver,
  }
}
