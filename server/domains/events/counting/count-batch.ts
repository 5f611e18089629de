import { type CountResult, type LogBatch, continueLog, forEachLine } from './log-batch.ts'
import { BatchCounter } from './batch-counter.ts'
import { steamIdFromKey } from './players/tracked-player.ts'
import { type StreamState, createUnknownState } from './stream-state.ts'

export type { CountResult, LogBatch, ChatMessage, PlayerArrival } from './log-batch.ts'
export type { LogScore, StreamState } from './stream-state.ts'

/**
 * Counts one batch of a log after the state before it (null: none). Pure: `before` is not modified, and the
 * same log gives the same totals and state however it was cut, at line ends, into batches. Batches are
 * ordered by their first lines' timestamps, then by `begins`, then by `ends`. Never throws, for any bytes
 * (I9; docs/decisions/0005).
 */
export function countBatch(before: StreamState | null, batch: LogBatch): CountResult {
  const state = before ?? createUnknownState()
  const { body, missing, isAnew, end, begunAt } = continueLog(state, batch)
  const fold = new BatchCounter(state, batch)
  if (isAnew) fold.beginLog()
  if (missing > 0) fold.miss(missing)
  forEachLine(body, (line) => fold.read(line))
  const { known, ...counted } = fold.finish()
  return { ...counted, after: { ...known, end, begunAt }, missing }
}

/** A player on the server. */
export interface RosterPlayer {
  name: string
  /** SteamID64; null for a bot. */
  steamId: string | null
  /** The game's own number of them. */
  userId: number
  /** Since they first entered the game, as far as it is certain. */
  playedMs: number
}

/** The roster: who is on the server by this state, bots and those just connecting too. */
export function listRoster(state: StreamState): RosterPlayer[] {
  return Object.entries(state.people).map(([key, { name, userId, playedMs }]) => {
    return { name, steamId: steamIdFromKey(key), userId, playedMs }
  })
}
