import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findOwnedRental } from '../rental-access.service.ts'
import { forgetStoredDemos } from './leftovers/leftover-demos.store.ts'
import * as store from './demos.store.ts'
import { removeDemoFiles } from './demo-files.ts'

/**
 * Deletes every demo of a rental, or only those from before a time (G18, G21), rows and files; again is the same. Where this machine does not see the folder, the rows go
 * and a machine that does sweeps the files away.
 */
export async function deleteDemos(
  context: Pick<AppContext, 'database' | 'config'>,
  rentalId: string,
  before?: Date,
): Promise<void> {
  const ids = await context.database.transaction().execute(async (tx) => {
    await store.lockDemos(tx, rentalId)
    if (before === undefined) await forgetStoredDemos(tx, rentalId)
    return store.deleteDemosBefore(tx, rentalId, before)
  })
  await removeDemoFiles(context, rentalId, ids)
}

/** G17: deletes one demo for the owner of its server; throws `rental.not_found`, `rental.owner_only` or `demo.not_found`. */
export async function deleteOwnedDemo(
  context: Pick<AppContext, 'database' | 'config'>,
  { number, name, steamId }: { number: string; name: string; steamId: string },
): Promise<void> {
  const { id: rentalId } = await findOwnedRental(context, number, steamId)
  const ids = await context.database.transaction().execute(async (tx) => {
    await store.lockDemos(tx, rentalId)
    return store.deleteDemoByName(tx, rentalId, name)
  })
  if (ids.length === 0) throw new PortalError('demo.not_found', 'There is no such demo')
  await removeDemoFiles(context, rentalId, ids)
}
