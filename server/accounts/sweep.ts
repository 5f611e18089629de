import { auditKeptMs, operatorKeysKeptMs } from '@clutch/contract/limits.ts'
import type { House } from '../house.ts'
import { sweepKeys } from './asked-before-store.ts'
import { sweepAudit } from './audit-store.ts'
import { sweepBlocks } from './blocks-store.ts'
import { sweepEmail } from './email/sweep.ts'
import { sweepGameCodes } from './game-codes-store.ts'
import { sweepLimits } from './limits-store.ts'
import { sweepSessions } from './sessions-store.ts'
import { sweepSignIns } from './steam/sweep.ts'

type Parts = Pick<House, 'database' | 'clock' | 'jobs'>

/**
 * Nightly: what has ended is removed, the keys of what operators made once, and the audit log of more than two years
 * ago (C12). Nothing waits for it: what has
 * ended counts for nothing anyway.
 */
export function startAccountSweep(house: Parts): Promise<void> {
  return house.jobs.work('account-sweep', async () => {
    const { database, clock } = house
    const now = clock.now()
    await sweepLimits(database, now)
    await sweepSessions(database, now)
    await sweepBlocks(database, now)
    await sweepSignIns(database, now)
    await sweepEmail(database, now)
    await sweepGameCodes(database, now)
    await sweepKeys(database, new Date(now.getTime() - operatorKeysKeptMs))
    await sweepAudit(database, new Date(now.getTime() - auditKeptMs))
  })
}
