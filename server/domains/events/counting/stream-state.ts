import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { AnomalyKind } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import type { Side, Team } from '../log-parser/log-parser.ts'
import { isDeepStrictEqual } from 'node:util'

/**
 * The state of a server after a batch of its log: plain JSON, bounded for any log. Two equal states
 * (`isSameState`) of the same position count everything that follows alike.
 */
export interface StreamState {
  /** Up to where the log is counted, bytes: every map may begin one of its own. 0 where there are no offsets. */
  end: number
  /** Stamp of that log's first line, ms; null where it was not seen. */
  begunAt: number | null
  /** Stamp of the last line, ms. */
  at: number | null
  map: string
  /**
   * Whether a match is on. After missing lines it is `unknown`, or `presumed` in a deathmatch that was on
   * before them, until a line shows it.
   */
  phase: 'off' | 'live' | 'presumed' | 'unknown'
  /** The score of the match on this map as the log last reported it; absent where it reported none, and in the warm-up. */
  score?: LogScore
  /** What happened while the phase was not known; absent where nothing did. */
  pending?: PendingCounts
  /** What the rounds of the running match added; absent where nothing did. */
  match?: MatchRounds
  /** By SteamID64, bots by `bot` and their number. */
  people: Record<string, StoredPlayer>
  /** Whether a player whom no line has named may be present. */
  strangers: boolean
  /** The sides that may have such a stranger among them. */
  unsure: Side[]
  /** Whether a player on this map has unreadable lines. */
  nameless: boolean
  round: RoundState | null
  /** Who left, if nothing happened since. */
  justLeft: string | null
  /** What each killer did on this map, by SteamID64. */
  conduct: Record<string, KillerRecord>
}

/** The rounds that each side won. Sides change at half-time, and their rounds with them. */
export interface LogScore {
  ct: number
  t: number
  /** The match was played to its end. */
  over: boolean
}

/** A player on the server. */
export interface StoredPlayer {
  name: string
  userId: number
  team: Team
  /** Connecting: never entered yet. Loading: was in the game on the map before. `alive`: in the round that runs. */
  is: 'connecting' | 'loading' | 'here' | 'alive'
  /** Credited since they first entered, ms. */
  playedMs: number
  doubt?: PresenceDoubt
}

/** Why a player's presence is uncertain. */
export interface PresenceDoubt {
  /** Lines are missing, or the map is being loaded. */
  cause: 'gap' | 'map'
  /** Time that is credited to them once a line names them. */
  openMs: number
  /** Rounds that began since. */
  rounds: number
}

/** What players did while it was not known whether a match is on: already counted if `presumed`, else not yet. */
export interface PendingCounts {
  /** The rules it counts by. */
  rules: string
  /** By SteamID64. */
  people: Record<string, { name: string; counts: Partial<Counts> }>
}

/** What may have to be taken back, since rounds of the running match are played again (docs/decisions/0030). */
export interface MatchRounds {
  /** The rules it was counted by. */
  rules: string
  /** Rounds played, as the log last reported; null where it did not. */
  played: number | null
  /** Whether the next score may be lower than the last: lines are missing, or a backup was loaded. */
  recheck: boolean
  /** Bytes that are missing since the last score; absent where none are. */
  missed?: number
  /** Whether kills and deaths count for no round until the next one begins; absent where they do. */
  sealed?: boolean
  /** Oldest first; the last one is running, or decided and not yet followed by another. */
  rounds: MatchRound[]
  /** By account number. */
  names: Record<string, string>
}

export interface MatchRound {
  /** The first round is 1; null where it is not known. */
  number: number | null
  /** `started`: its start was seen, with every line since. */
  stage: 'fresh' | 'started' | 'decided'
  /** Its counts, as `packCounts` writes them: every state holds all rounds of a match. */
  counts: string
}

/** A round that is seen from its start. */
export interface RoundState {
  /** Whether every player in it is known. */
  sure: boolean
  began: Record<Side, number>
  /** The side's last one alive; `steamId` is null for a bot. */
  last: Partial<Record<Side, { steamId: string | null; name: string }>>
}

export interface KillerRecord {
  kills: number
  headshots: number
  /** The minute of the last kill, by the log's clock, and the kills in it. */
  minute: number
  inMinute: number
  /** Kills by victim, of those killed most. */
  victims: Record<string, number>
  flagged: AnomalyKind[]
}

/** Returns a state with nothing known: players may already be on the server. */
export function createUnknownState(): StreamState {
  return {
    end: 0,
    begunAt: null,
    at: null,
    map: '',
    phase: 'unknown',
    people: {},
    strangers: true,
    unsure: ['CT', 'TERRORIST'],
    nameless: false,
    round: null,
    justLeft: null,
    conduct: {},
  }
}

/** Whether everything that follows is counted alike from both; the order of keys, which jsonb forgets, is no matter. */
export function isSameState(one: StreamState | null, other: StreamState | null): boolean {
  return isDeepStrictEqual(one, other)
}
