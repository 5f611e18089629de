import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { LeaseOrders } from '../../../platform/database/types.generated.ts'

/** What an order did to a lease. Whoever holds the lease is the only one who changes it. */
export function selectRentalOrder(tx: Queries, orderId: string) {
  return tx.selectFrom('lease_orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** The lease that an order made or renewed. */
export function selectRentalOfOrder(queries: Queries, orderId: string) {
  return queries
    .selectFrom('lease_orders')
    .innerJoin('leases', 'leases.id', 'lease_orders.lease_id')
    .select('leases.number')
    .where('lease_orders.order_id', '=', orderId)
    .executeTakeFirst()
}

/** Until when the time runs that orders paid for, of servers that have run: before that a term has not begun (G25). */
export function selectPaidEnds(queries: Queries, orderIds: readonly string[]) {
  return queries
    .selectFrom('lease_orders')
    .innerJoin('leases', 'leases.id', 'lease_orders.lease_id')
    .select(['lease_orders.order_id', 'lease_orders.ends_at'])
    .where('lease_orders.order_id', 'in', orderIds)
    .where('lease_orders.revoked_at', 'is', null)
    .where('leases.ready_at', 'is not', null)
    .execute()
}

export async function insertRentalOrder(tx: Queries, row: Insertable<LeaseOrders>): Promise<void> {
  await tx.insertInto('lease_orders').values(row).execute()
}

/** The orders of a lease that were not taken back, the oldest first. */
export function selectUnrevokedOrders(queries: Queries, leaseId: string) {
  return queries
    .selectFrom('lease_orders')
    .selectAll()
    .where('lease_id', '=', leaseId)
    .where('revoked_at', 'is', null)
    .orderBy('at')
    .orderBy('order_id')
    .execute()
}

export async function markOrderRevoked(tx: Queries, orderId: string, now: Date): Promise<void> {
  await tx.updateTable('lease_orders').set({ revoked_at: now }).where('order_id', '=', orderId).execute()
}

export async function updateOrderPeriod(
  tx: Queries,
  orderId: string,
  { starts, ends }: { starts: Date; ends: Date },
): Promise<void> {
  await tx
    .updateTable('lease_orders')
    .set({ starts_at: starts, ends_at: ends })
    .where('order_id', '=', orderId)
    .execute()
}
