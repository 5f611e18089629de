import type { House } from '../../house.ts'
import * as store from './demos-store.ts'
import { removeFiles } from './folder.ts'

/**
 * Deletes every demo of a lease, or only those from before a time (G18, G21), rows and files; again is the same. Where this machine does not see the folder, the rows go
 * and a machine that does sweeps the files away.
 */
export async function deleteDemos(
  house: Pick<House, 'database' | 'settings'>,
  leaseId: string,
  before?: Date,
): Promise<void> {
  const ids = await house.database.transaction().execute(async (tx) => {
    await store.holdDemos(tx, leaseId)
    return store.deleteAll(tx, leaseId, before)
  })
  await removeFiles(house, leaseId, ids)
}
