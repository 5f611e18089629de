import { type Selectable, type Updateable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { LeaseInstances, LeaseSwitches, Leases } from '../../../platform/database/types.generated.ts'

export type SwitchRow = Selectable<LeaseSwitches>
export type InstanceChange = Updateable<LeaseInstances>

/** What of an instance was true only while it ran. */
export const noLiveStatus = {
  map: null,
  players: null,
  bots: null,
  players_max: null,
  seen_at: null,
} as const

export async function updateRental(tx: Queries, id: string, change: Updateable<Leases>): Promise<void> {
  await tx.updateTable('leases').set(change).where('id', '=', id).execute()
}

export async function updateInstance(
  tx: Queries,
  { leaseId, generation }: { leaseId: string; generation: number },
  change: InstanceChange,
): Promise<void> {
  await tx
    .updateTable('lease_instances')
    .set(change)
    .where('lease_id', '=', leaseId)
    .where('generation', '=', generation)
    .execute()
}

export async function updateSwitch(
  tx: Queries,
  id: string,
  change: Updateable<LeaseSwitches>,
): Promise<void> {
  await tx.updateTable('lease_switches').set(change).where('id', '=', id).execute()
}

/** G25: the parts of a lease that its orders paid for begin later, all of them. */
export async function delayOrders(tx: Queries, leaseId: string, ms: number): Promise<void> {
  const later = (column: 'starts_at' | 'ends_at') =>
    sql<Date>`${sql.ref(column)} + ${ms} * interval '1 millisecond'`
  await tx
    .updateTable('lease_orders')
    .set({ starts_at: later('starts_at'), ends_at: later('ends_at') })
    .where('lease_id', '=', leaseId)
    .where('revoked_at', 'is', null)
    .execute()
}
