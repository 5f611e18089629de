import { randomUUIDv7 } from 'node:crypto'
import { giftCardOptionsSchema } from '@clutch/contract/api/payments/order-options.ts'
import { giftCardLifetimeMs } from '@clutch/contract/limits.ts'
import { durationNames } from '@clutch/contract/rules/payments/duration-names.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Product, readOptions } from '../../payments/index.ts'
import * as store from './cards.store.ts'
import { voidCard } from './cards.service.ts'
import { giftCodePlace, hashGiftCode, makeGiftCode } from './gift-code.ts'
import { assertProduct } from '../assert-product.ts'
import { revokeVip } from '../terms/terms.service.ts'

/**
 * F4: a gift card with a redeem code, which the buyer reads with their cards. A refund voids it, or revokes
 * what it gave.
 */
export function cardProduct(context: AppContext): Product {
  return {
    type: 'vip_card',
    async quote(_buyer, productId, input) {
      assertProduct(productId, 'card')
      const options = readOptions(giftCardOptionsSchema, input)
      const { duration, paymentMethod: method } = options
      const { zh, en } = durationNames
      const description = { zh: `VIP 礼品卡（${zh[duration]}）`, en: `VIP gift card, ${en[duration]}` }
      return Promise.resolve({ options, duration, relocatable: false, method, recipient: null, description })
    },
    async fulfil({ id: orderId, userId, duration }, tx) {
      const code = makeGiftCode()
      const id = randomUUIDv7()
      const now = context.clock.now()
      const row = {
        id,
        hash: hashGiftCode(context, code),
        sealed: context.keys.seal(code, giftCodePlace(id)),
        begins: code.slice(0, 4),
        duration,
        order_id: orderId,
        user_id: userId,
        created_at: now,
        expires_at: new Date(now.getTime() + giftCardLifetimeMs),
      }
      await store.insertCards(tx, [row])
    },
    async revoke({ id: orderId }, tx) {
      const card = await store.lockCardOfOrder(tx, orderId)
      if (!card) return
      if (card.used_at) await revokeVip(tx, context, { source: 'card', sourceId: card.id })
      else await voidCard(tx, card, context.clock.now())
    },
    async bought(orderId, queries) {
      const card = await store.selectCardOfOrder(queries, orderId)
      return card ? { kind: 'card', name: card.begins } : null
    },
  }
}
