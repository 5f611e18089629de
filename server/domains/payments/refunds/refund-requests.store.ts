import type { Insertable, Selectable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { RefundRequests } from '../../../platform/database/types.generated.ts'

export type RefundRequestRow = Selectable<RefundRequests>

/** The refund of an order that waits for a second operator. */
export function selectRefundRequest(
  queries: Queries,
  orderId: string,
): Promise<RefundRequestRow | undefined> {
  return queries.selectFrom('refund_requests').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

export async function insertRefundRequest(tx: Queries, row: Insertable<RefundRequests>): Promise<void> {
  await tx.insertInto('refund_requests').values(row).execute()
}

/** Deletes it and returns what it was. The order is held already. */
export function deleteRefundRequest(tx: Queries, orderId: string): Promise<RefundRequestRow | undefined> {
  return tx.deleteFrom('refund_requests').where('order_id', '=', orderId).returningAll().executeTakeFirst()
}
