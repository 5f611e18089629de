import { sql } from 'kysely'
import type { Queries } from '../../../../platform/database/index.ts'
import { FulfilmentFailed, type PaidOrder } from '../../product.ts'
import { CountedProduct } from '../counted-product.ts'

/** A product of a history: it fails as scripted, and checks that what it fulfils is paid. */
export class ModelProduct extends CountedProduct {
  /** How the next deliveries fail. */
  readonly fails: ('later' | 'never')[] = []
  revokeFails = 0
  /** The ids of the orders it said it can never deliver. */
  readonly undeliverable = new Set<string>()
  /** The fulfilments requested without a payment. */
  readonly violations: string[] = []
  readonly #isPaid: (no: string, amount: number, currency: string) => boolean

  constructor(isPaid: (no: string, amount: number, currency: string) => boolean) {
    super()
    this.#isPaid = isPaid
  }

  override async fulfil(order: PaidOrder, tx: Queries): Promise<void> {
    const fails = this.fails.shift()
    const attempts = await tx
      .selectFrom('payment_attempts')
      .select(['no', 'amount', 'currency'])
      .where('order_id', '=', order.id)
      .execute()
    if (!attempts.some(({ no, amount, currency }) => this.#isPaid(no, amount, currency)))
      this.violations.push(`${order.id} was due for fulfilment without payment`)
    if (await isRefunded(order.id, tx))
      this.violations.push(`${order.id} is refunded, and was due for fulfilment`)
    await sql`insert into test_deliveries values (${order.id}, 'delivered')`.execute(tx)
    if (fails === 'later') throw new Error('out of stock')
    if (fails !== 'never') return
    this.undeliverable.add(order.id)
    throw new FulfilmentFailed('sold out permanently')
  }

  override async revoke(order: PaidOrder, tx: Queries): Promise<void> {
    await sql`insert into test_deliveries values (${order.id}, 'revoked')`.execute(tx)
    if (this.revokeFails <= 0) return
    this.revokeFails -= 1
    throw new Error('cannot be taken back now')
  }

  reset(): void {
    this.fails.length = 0
    this.revokeFails = 0
    this.undeliverable.clear()
    this.violations.length = 0
  }
}

/** Whether an order is refunded completely, pending refunds included. */
async function isRefunded(orderId: string, tx: Queries): Promise<boolean> {
  const { rows } = await sql<{ refunded: boolean }>`
    select coalesce(sum(r.amount), 0) >= o.amount as refunded
      from orders o left join refunds r on r.order_id = o.id and r.of_order and r.state <> 'failed'
      where o.id = ${orderId} group by o.amount`.execute(tx)
  return rows[0]?.refunded ?? false
}
