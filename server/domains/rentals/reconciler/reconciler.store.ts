import { type Selectable, type Updateable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { RentalInstances, RentalSwitches, Rentals } from '../../../platform/database/types.generated.ts'

export type SwitchRow = Selectable<RentalSwitches>
export type InstanceChange = Updateable<RentalInstances>

/** What of an instance was true only while it ran. */
export const noLiveStatus = {
  map: null,
  players: null,
  bots: null,
  players_max: null,
  seen_at: null,
  game_version: null,
} as const

export async function updateRental(tx: Queries, id: string, change: Updateable<Rentals>): Promise<void> {
  await tx.updateTable('rentals').set(change).where('id', '=', id).execute()
}

export async function updateInstance(
  tx: Queries,
  { rentalId, generation }: { rentalId: string; generation: number },
  change: InstanceChange,
): Promise<void> {
  await tx
    .updateTable('rental_instances')
    .set(change)
    .where('rental_id', '=', rentalId)
    .where('generation', '=', generation)
    .execute()
}

export async function updateSwitch(
  tx: Queries,
  id: string,
  change: Updateable<RentalSwitches>,
): Promise<void> {
  await tx.updateTable('rental_switches').set(change).where('id', '=', id).execute()
}

/** G25: the parts of a rental that its orders paid for begin later, all of them. */
export async function delayOrders(tx: Queries, rentalId: string, ms: number): Promise<void> {
  const later = (column: 'starts_at' | 'ends_at') =>
    sql<Date>`${sql.ref(column)} + ${ms} * interval '1 millisecond'`
  await tx
    .updateTable('rental_orders')
    .set({ starts_at: later('starts_at'), ends_at: later('ends_at') })
    .where('rental_id', '=', rentalId)
    .where('revoked_at', 'is', null)
    .execute()
}
