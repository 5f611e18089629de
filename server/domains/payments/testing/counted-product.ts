import { sql } from 'kysely'
import { PortalError } from '@clutch/contract/errors.ts'
import { durations } from '@clutch/contract/rules/payments/durations.ts'
import { paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type Buyer, FulfilmentFailed, type PaidOrder, type Product, type Quote } from '../product.ts'

/** Where the deliveries of `CountedProduct` are written: a table of the tests, without any key that would hide a second one. */
export async function createDeliveries(queries: Queries): Promise<void> {
  await sql`create table if not exists test_deliveries (order_id uuid not null, what text not null)`.execute(
    queries,
  )
}

/** How often an order was delivered and taken back. */
export async function deliveriesOf(
  queries: Queries,
  orderId: string,
): Promise<{ delivered: number; revoked: number }> {
  const { rows } = await sql<{ delivered: number; revoked: number }>`
    select count(*) filter (where what = 'delivered')::integer as delivered,
      count(*) filter (where what = 'revoked')::integer as revoked
      from test_deliveries where order_id = ${orderId}`.execute(queries)
  return rows[0] ?? { delivered: 0, revoked: 0 }
}

/** A product for tests: it delivers a row into a table, in the transaction it is given, each time it is asked to. */
export class CountedProduct implements Product {
  readonly type = 'vip'
  /** `later`: fulfilment fails and is retried; `never`: it fails permanently. */
  failing: 'later' | 'never' | null = null
  failingRevoke = false
  /** Who gets it instead of the buyer. */
  recipient: string | null = null

  quote(buyer: Buyer, productId: string, options: unknown): Promise<Quote> {
    const { duration: term, paymentMethod } = options as { duration?: unknown; paymentMethod?: unknown }
    const duration = durations.find((known) => known === term)
    const method = paymentMethods.find((known) => known === paymentMethod)
    if (productId !== 'plan') return Promise.reject(new PortalError('product.not_sold', 'not sold'))
    if (!duration || !method) return Promise.reject(new PortalError('request.invalid', 'options'))
    return Promise.resolve({
      options: { duration },
      duration,
      relocatable: false,
      method,
      recipient: this.recipient ?? buyer.steamId,
      description: { zh: '测试', en: 'Test' },
    })
  }

  async fulfil(order: PaidOrder, tx: Queries): Promise<void> {
    await sql`insert into test_deliveries values (${order.id}, 'delivered')`.execute(tx)
    if (this.failing === 'later') throw new Error('out of stock')
    if (this.failing === 'never') throw new FulfilmentFailed('sold out permanently')
  }

  async revoke(order: PaidOrder, tx: Queries): Promise<void> {
    await sql`insert into test_deliveries values (${order.id}, 'revoked')`.execute(tx)
    if (this.failingRevoke) throw new Error('cannot be taken back now')
  }
}
