import { sql } from 'kysely'
import type { Queries } from '../../../../platform/database/index.ts'
import { type Buyer, FulfilmentFailed, type PaidOrder, type Quote } from '../../product.ts'
import { CountedProduct } from '../counted-product.ts'

/** The products of this shop: fulfilled at once, at the second attempt, or never. */
export type UnreliablePlan = 'plan' | 'late' | 'never'

/**
 * A product of several kinds. Whether an attempt is the second is stored in the database, so that no process
 * has to remember it.
 */
export class UnreliableProduct extends CountedProduct {
  override async quote(buyer: Buyer, productId: string, options: unknown): Promise<Quote> {
    const isKnown = ['plan', 'late', 'never'].includes(productId)
    const quote = await super.quote(buyer, isKnown ? 'plan' : productId, options)
    const { recipient } = options as { recipient?: string }
    return { ...quote, recipient: recipient ?? quote.recipient }
  }

  override async fulfil(order: PaidOrder, tx: Queries): Promise<void> {
    await sql`insert into test_deliveries values (${order.id}, 'delivered')`.execute(tx)
    if (order.productId === 'never') throw new FulfilmentFailed('sold out permanently')
    if (order.productId !== 'late') return
    const { fulfil_tries: tries } = await tx
      .selectFrom('orders')
      .select('fulfil_tries')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (tries === 0) throw new Error('out of stock')
  }
}
