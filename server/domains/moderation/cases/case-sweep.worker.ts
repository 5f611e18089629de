import { closedCaseRetentionMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { deleteSettledRows } from '../enforcement/settled-rows.store.ts'
import { deleteClosedCases } from './cases.store.ts'

/**
 * Nightly, forgets the cases that were closed long ago, with their reports, evidence, comments and flags, and the rows of sanctions on game
 * servers on which nothing is due.
 */
export function startCaseSweepWorker({
  database,
  clock,
  jobs,
}: Pick<AppContext, 'database' | 'clock' | 'jobs'>): Promise<void> {
  return jobs.work('case-sweep', async () => {
    const now = clock.now()
    await deleteClosedCases(database, new Date(now.getTime() - closedCaseRetentionMs))
    await deleteSettledRows(database, now)
  })
}
