import { teammatesKeptMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { deleteOldSightings } from './teammates.store.ts'

type Parts = Pick<AppContext, 'database' | 'clock' | 'jobs'>

/** G16: nightly, whoever was not seen for a year is forgotten. */
export function startTeammateCleanupWorker({ database, clock, jobs }: Parts): Promise<void> {
  return jobs.work('teammate-sweep', () =>
    deleteOldSightings(database, new Date(clock.now().getTime() - teammatesKeptMs)),
  )
}
