import type { AppContext } from '../../platform/context.ts'
import { membershipsChannel } from '../accounts/index.ts'
import { syncStandingGroups } from './standings/standing-groups.service.ts'
import { oldestTrendDay } from './players/players.service.ts'
import { continueResets } from './resets/reset-steps.service.ts'
import { playerDays } from '../../platform/database/partitions/partitioned-tables.ts'
import { deleteUnpartitionedBefore } from '../../platform/database/partitions/partitions.service.ts'
import { startWorker } from '../../platform/lifecycle/worker.ts'
import { resetsChannel } from './resets/resets.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** The maximum delay until an expired membership, or a lost NOTIFY, is noticed. */
const syncIntervalMs = 30_000
const deletedDaysPerPass = 10_000

export interface BoardSyncWorker {
  /** Lets the step in progress finish. */
  stop(): Promise<void>
}

/**
 * Keeps the boards in line with what changes without a report: groups granted, revoked or ended, resets and their undoing,
 * days that grew too old and are in no partition of a month. Any number of processes may do so on one database. Failures are logged and retried without a limit.
 */
export function startBoardSyncWorker(context: Dependencies): BoardSyncWorker {
  return startWorker(context, {
    pass: async (stop) => {
      await syncBoardsOnce(context, stop)
      return syncIntervalMs
    },
    failureMessage: 'boards are not synchronised now; retrying',
    channels: [membershipsChannel, resetsChannel],
  })
}

/** Brings everything in line once. */
export async function syncBoardsOnce(context: Dependencies, stop?: AbortSignal): Promise<void> {
  await syncStandingGroups(context, stop)
  await continueResets(context, stop)
  const oldestDay = new Date(oldestTrendDay(context.clock.now()))
  await deleteUnpartitionedBefore(context.database, playerDays, oldestDay, deletedDaysPerPass)
}
