import type { Queries } from '../../../platform/database/index.ts'

/** An anomaly flag that was noted just now. `serverId` is null where the server is not registered any more. */
export interface NewFlag {
  id: string
  steamId: string
  serverId: string | null
  at: Date
}

/**
 * I3 fairness: how the moderation queue, which knows of the leaderboard, hears of its flags. Each function runs in the transaction of
 * the change.
 */
export interface FlagCases {
  addFlags: (tx: Queries, flags: readonly NewFlag[]) => Promise<void>
  /** Before a flag is dismissed: nothing else closes its case until the transaction ends. */
  lockCaseOfFlag: (tx: Queries, flagId: string) => Promise<void>
  /** @param by who dismissed it, as the audit log names them */
  flagDismissed: (tx: Queries, flagId: string, by: string, now: Date) => Promise<void>
}

/** For a leaderboard without a queue. */
export const noFlagCases: FlagCases = {
  addFlags: () => Promise.resolve(),
  lockCaseOfFlag: () => Promise.resolve(),
  flagDismissed: () => Promise.resolve(),
}
