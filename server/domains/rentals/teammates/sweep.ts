import { teammatesKeptMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { sweepSightings } from './teammates-store.ts'

type Parts = Pick<AppContext, 'database' | 'clock' | 'jobs'>

/** G16: nightly, whoever was not seen for a year is forgotten. */
export function startTeammateSweep({ database, clock, jobs }: Parts): Promise<void> {
  return jobs.work('teammate-sweep', () =>
    sweepSightings(database, new Date(clock.now().getTime() - teammatesKeptMs)),
  )
}
