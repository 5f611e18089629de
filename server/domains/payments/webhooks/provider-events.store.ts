import type { Insertable } from 'kysely'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { PaymentEvents } from '../../../platform/database/types.generated.ts'

/** Stores a provider's webhook; false if the same event is stored already. */
export async function insertEvent(tx: Queries, row: Insertable<PaymentEvents>): Promise<boolean> {
  const added = await tx
    .insertInto('payment_events')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'event']).doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function selectEvent(queries: Queries, provider: string, event: string) {
  return queries
    .selectFrom('payment_events')
    .selectAll()
    .where('provider', '=', provider)
    .where('event', '=', event)
    .executeTakeFirstOrThrow()
}

/** Selects the webhooks about an order's attempts, in the order of arrival. */
export function selectEvents(queries: Queries, orderId: string) {
  return queries
    .selectFrom('payment_events')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_events.attempt_id')
    .select([
      'payment_events.event',
      'payment_events.provider',
      'payment_attempts.no',
      'payment_events.kind',
      'payment_events.verdict',
      'payment_events.at',
    ])
    .where('payment_attempts.order_id', '=', orderId)
    .orderBy('payment_events.id')
    .$narrowType<{ provider: PaymentMethod }>()
    .execute()
}
