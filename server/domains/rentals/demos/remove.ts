import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findOwnLease } from '../access.ts'
import * as store from './demos-store.ts'
import { removeFiles } from './folder.ts'

/**
 * Deletes every demo of a lease, or only those from before a time (G18, G21), rows and files; again is the same. Where this machine does not see the folder, the rows go
 * and a machine that does sweeps the files away.
 */
export async function deleteDemos(
  context: Pick<AppContext, 'database' | 'config'>,
  leaseId: string,
  before?: Date,
): Promise<void> {
  const ids = await context.database.transaction().execute(async (tx) => {
    await store.holdDemos(tx, leaseId)
    return store.deleteAll(tx, leaseId, before)
  })
  await removeFiles(context, leaseId, ids)
}

/** G17: deletes one demo for the owner of its server; throws `lease.not_found`, `lease.owner_only` or `demo.not_found`. */
export async function deleteDemoFor(
  context: Pick<AppContext, 'database' | 'config'>,
  { number, name, steamId }: { number: string; name: string; steamId: string },
): Promise<void> {
  const { id: leaseId } = await findOwnLease(context, number, steamId)
  const ids = await context.database.transaction().execute(async (tx) => {
    await store.holdDemos(tx, leaseId)
    return store.deleteNamed(tx, leaseId, name)
  })
  if (ids.length === 0) throw new PortalError('demo.not_found', 'There is no such demo')
  await removeFiles(context, leaseId, ids)
}
