import { randomUUIDv7 } from 'node:crypto'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { PaidOrder } from '../../payments/index.ts'
import { vipProducts } from '../products.ts'

interface Bought {
  userId: string
  steamId: string
}

/** A product of VIP by its type. */
export function productOf(context: AppContext, type: 'vip' | 'vip_card') {
  const product = vipProducts(context).find((one) => one.type === type)
  if (!product) throw new Error('no such product')
  return product
}

/** A paid order as stored in the database, for the product to fulfil. */
export async function paidOrder(
  context: AppContext,
  { userId, steamId }: Bought,
  product: 'vip' | 'vip_card',
  duration: Duration = '1m',
): Promise<PaidOrder> {
  const id = randomUUIDv7()
  const now = context.clock.now()
  const [productId, recipient] = product === 'vip' ? ['plan', steamId] : ['card', null]
  await context.database
    .insertInto('orders')
    .values({
      id,
      number: id.replaceAll('-', ''),
      user_id: userId,
      buyer: steamId,
      steam_id: recipient,
      product,
      product_id: productId,
      options: '{}',
      duration,
      description_zh: '',
      description_en: '',
      method: 'alipay',
      currency: 'CNY',
      list_amount: 1,
      amount: 1,
      state: 'paid',
      created_at: now,
      paid_at: now,
    })
    .execute()
  return { id, userId, buyer: steamId, recipient, productId, options: {}, duration }
}

/** Delivers an order in a transaction of its own. */
export async function fulfil(context: AppContext, type: 'vip' | 'vip_card', order: PaidOrder): Promise<void> {
  await context.database.transaction().execute((tx) => productOf(context, type).fulfil(order, tx))
}

/** Takes one back in a transaction of its own. */
export async function revoke(context: AppContext, type: 'vip' | 'vip_card', order: PaidOrder): Promise<void> {
  await context.database.transaction().execute((tx) => productOf(context, type).revoke(order, tx))
}
