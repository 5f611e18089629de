import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { RentalOrders } from '../../../platform/database/types.generated.ts'

/** Selects what an order did to a rental. Changed only under the rental's lock. */
export function selectRentalOrder(tx: Queries, orderId: string) {
  return tx.selectFrom('rental_orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** The rental that an order made or renewed. */
export function selectRentalOfOrder(queries: Queries, orderId: string) {
  return queries
    .selectFrom('rental_orders')
    .innerJoin('rentals', 'rentals.id', 'rental_orders.rental_id')
    .select('rentals.number')
    .where('rental_orders.order_id', '=', orderId)
    .executeTakeFirst()
}

/** Until when the time runs that orders paid for, of servers that have run: before that a term has not begun (G25). */
export function selectPaidEnds(queries: Queries, orderIds: readonly string[]) {
  return queries
    .selectFrom('rental_orders')
    .innerJoin('rentals', 'rentals.id', 'rental_orders.rental_id')
    .select(['rental_orders.order_id', 'rental_orders.ends_at'])
    .where('rental_orders.order_id', 'in', orderIds)
    .where('rental_orders.revoked_at', 'is', null)
    .where('rentals.ready_at', 'is not', null)
    .execute()
}

export async function insertRentalOrder(tx: Queries, row: Insertable<RentalOrders>): Promise<void> {
  await tx.insertInto('rental_orders').values(row).execute()
}

/** The orders of a rental that were not taken back, the oldest first. */
export function selectUnrevokedOrders(queries: Queries, rentalId: string) {
  return queries
    .selectFrom('rental_orders')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .where('revoked_at', 'is', null)
    .orderBy('at')
    .orderBy('order_id')
    .execute()
}

export async function markOrderRevoked(tx: Queries, orderId: string, now: Date): Promise<void> {
  await tx.updateTable('rental_orders').set({ revoked_at: now }).where('order_id', '=', orderId).execute()
}

export async function updateOrderPeriod(
  tx: Queries,
  orderId: string,
  { starts, ends }: { starts: Date; ends: Date },
): Promise<void> {
  await tx
    .updateTable('rental_orders')
    .set({ starts_at: starts, ends_at: ends })
    .where('order_id', '=', orderId)
    .execute()
}
