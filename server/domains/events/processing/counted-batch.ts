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
 * What one batch of a server's log adds to the counts so far. After a late batch the later ones are
 * recounted, and this is the difference to their first count. `mode` is null for a server without a board,
 * such as any rented one (I10).
 */
export type CountedBatch = Reporter & {
  mode: BoardMode | null
  /** When the batch was stored; the season of its counts is the one open then. */
  receivedAt: Date
  players: readonly PlayerCounts[]
  anomalies: readonly Anomaly[]
}

/**
 * Receives counts in the transaction that marks them as counted: all or nothing. There may be many batches.
 */
export type CountsSubscriber = (tx: Queries, batches: readonly CountedBatch[]) => Promise<void>
