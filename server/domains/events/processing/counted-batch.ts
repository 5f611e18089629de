import type { AnomalyKind } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { Reporter } from '../reporters/reporter.ts'

export interface PlayerCounts {
  /** SteamID64. */
  steamId: string
  /** As the log last wrote it. */
  name: string
  counts: Counts
}

/** Something an operator should look at, each kind once for a player and map. */
export interface Anomaly {
  steamId: string
  kind: AnomalyKind
  detail: Readonly<Record<string, number | string>>
}

/**
 * What one batch of a server's log adds to everything counted so far. Where a batch came late, those after it are counted
 * again, and what stands here is the difference to the first time. `mode` is null for a server that feeds no board, as a rented
 * one never does (I10).
 */
export type CountedBatch = Reporter & {
  mode: BoardMode | null
  /** When the batch was stored; the season of its counts is the one open then. */
  receivedAt: Date
  players: readonly PlayerCounts[]
  anomalies: readonly Anomaly[]
}

/** Takes what was counted, in the transaction that marks it as counted: all of it or nothing. Batches may be many. */
export type CountsSubscriber = (tx: Queries, batches: readonly CountedBatch[]) => Promise<void>
