import { closedCaseRetentionMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { deleteClosedCases } from './cases.store.ts'

/** Nightly, forgets the cases that were closed long ago, with their reports, evidence and comments. */
export function startCaseSweepWorker({
  database,
  clock,
  jobs,
}: Pick<AppContext, 'database' | 'clock' | 'jobs'>): Promise<void> {
  return jobs.work('case-sweep', () =>
    deleteClosedCases(database, new Date(clock.now().getTime() - closedCaseRetentionMs)),
  )
}
