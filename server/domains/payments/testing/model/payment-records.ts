import { sql } from 'kysely'
import type { Queries } from '../../../../platform/database/index.ts'
import type { AttemptRow } from '../../attempts/attempts.store.ts'
import type { OrderRow } from '../../orders/orders.store.ts'
import type { RefundRow } from '../../refunds/refunds.store.ts'

/** A payment as its provider holds it: the reference for the portal’s records. */
export interface ProviderPayment {
  no: string
  payment: { reference: string; amount: number; currency: string } | null
  /** Whether it can still be paid at the provider. */
  isOpen: boolean
  /** By their numbers; `failed` moved nothing. */
  refunds: ReadonlyMap<string, { amount: number; state: 'done' | 'pending' | 'failed' }>
}

export interface DeliveryCounts {
  delivered: number
  revoked: number
}

/** All that the portal has stored about money, and what its product delivered. */
export interface PaymentRecords {
  orders: OrderRow[]
  attempts: AttemptRow[]
  refunds: RefundRow[]
  steps: { order_id: string; thing: string; from_state: string; to_state: string; reason: string }[]
  /** `kind subject`. */
  alerts: Set<string>
  deliveries: Map<string, DeliveryCounts>
}

/** Reads all records in the order they were written. */
export async function readPaymentRecords(queries: Queries): Promise<PaymentRecords> {
  const orders = await queries.selectFrom('orders').selectAll().orderBy('id').$castTo<OrderRow>().execute()
  const attempts = await queries
    .selectFrom('payment_attempts')
    .selectAll()
    .orderBy('id')
    .$castTo<AttemptRow>()
    .execute()
  const refunds = await queries.selectFrom('refunds').selectAll().orderBy('id').$castTo<RefundRow>().execute()
  const steps = await queries.selectFrom('money_steps').selectAll().orderBy('id').execute()
  const alerts = await queries.selectFrom('money_alerts').select(['kind', 'subject']).execute()
  const { rows } = await sql<DeliveryCounts & { id: string }>`
    select order_id as id, count(*) filter (where what = 'delivered')::integer as delivered,
      count(*) filter (where what = 'revoked')::integer as revoked
      from test_deliveries group by order_id`.execute(queries)
  return {
    orders,
    attempts,
    refunds,
    steps,
    alerts: new Set(alerts.map(({ kind, subject }) => `${kind} ${subject}`)),
    deliveries: new Map(rows.map(({ id, delivered, revoked }) => [id, { delivered, revoked }])),
  }
}

/** Deletes every order and all rows that refer to one. */
export async function deletePaymentRecords(queries: Queries): Promise<void> {
  await queries.updateTable('orders').set({ paid_by: null, purchase: null }).execute()
  for (const table of ['payment_events', 'refunds', 'payment_attempts', 'money_steps'] as const)
    await queries.deleteFrom(table).execute()
  for (const table of ['orders', 'money_alerts'] as const) await queries.deleteFrom(table).execute()
  await sql`delete from test_deliveries`.execute(queries)
}
