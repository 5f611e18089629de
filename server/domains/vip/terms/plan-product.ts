import { vipOptionsSchema } from '@clutch/contract/api/payments/order-options.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { durationNames } from '@clutch/contract/rules/payments/duration-names.ts'
import { durationMs } from '@clutch/contract/rules/payments/durations.ts'
import { isPermanentMember } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { FulfilmentFailed, type Product, readOptions } from '../../payments/index.ts'
import { assertProduct } from '../assert-product.ts'
import { isVipDeliveryConfigured } from '../delivery/delivery-status.service.ts'
import { grantVip, revokeVip } from './terms.service.ts'

/**
 * F4, F7: VIP for a term, for the buyer or another player. A permanent VIP cannot buy it for themselves
 * (`vip.permanent`). For another player the order is accepted in any case, since the end of a membership is
 * not public; if that player is permanent, fulfilment fails and the payment is refunded automatically.
 */
export function planProduct(context: AppContext): Product {
  return {
    type: 'vip',
    async quote(buyer, productId, input) {
      assertProduct(productId, 'plan')
      const options = readOptions(vipOptionsSchema, input)
      const recipient = options.recipient ?? buyer.steamId
      const isOwn = recipient === buyer.steamId
      const now = context.clock.now()
      if (isOwn && (await isPermanentMember(context.database, { steamId: recipient, group: 'vip' }, now)))
        throw new PortalError('vip.permanent', 'This account is a permanent VIP')
      const { duration, paymentMethod: method } = options
      const { zh, en } = durationNames
      return {
        options: { ...options, recipient },
        duration,
        relocatable: false,
        method,
        recipient,
        description: { zh: `VIP 会员（${zh[duration]}）`, en: `VIP membership, ${en[duration]}` },
      }
    },
    async fulfil(order, tx) {
      const granted = await grantVip(tx, context, {
        steamId: order.recipient ?? order.buyer,
        durationMs: durationMs(order.duration),
        source: 'order',
        sourceId: order.id,
      })
      if (granted.outcome === 'permanent')
        throw new FulfilmentFailed('the recipient has become a permanent VIP')
    },
    reachesServers: isVipDeliveryConfigured,
    revoke: (order, tx) => revokeVip(tx, context, { source: 'order', sourceId: order.id }),
  }
}
