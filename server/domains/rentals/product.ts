import { PortalError } from '@clutch/contract/errors.ts'
import { readPortalSettings } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Product } from '../payments/index.ts'
import { selectOrderedLease, selectOrderEnds } from './lease-orders-store.ts'
import { fulfilNew, quoteNew } from './new-server.ts'
import { fulfilRenewal, quoteRenewal } from './renewal.ts'
import { takeBackOrder } from './taken-back.ts'

const newServer = 'new_server'
const renewServer = 'renew_server'

/** What rentals sell (H2): a new server, and more time for one. */
export function rentalProduct(context: AppContext): Product {
  return {
    type: 'server_rental',
    async quote(buyer, productId, asked) {
      const { settings } = await readPortalSettings(context.database)
      if (!settings.features.pracc.enabled)
        throw new PortalError('portal.feature_off', 'The operator has switched this off')
      if (productId === newServer) return quoteNew(context, buyer, asked)
      if (productId === renewServer) return quoteRenewal(context, buyer, asked)
      throw new PortalError('product.not_sold', 'This is not sold here')
    },
    // Settled by what was ordered: a switch that is off by now keeps nobody's money.
    fulfil: (order, tx) =>
      order.productId === newServer ? fulfilNew(context, order, tx) : fulfilRenewal(context, order, tx),
    revoke: (order, tx) => takeBackOrder(context, order, tx),
    async ends(orderIds, queries) {
      const rows = await selectOrderEnds(queries, orderIds)
      return new Map(rows.map(({ order_id: id, ends_at: ends }) => [id, ends]))
    },
    async bought(orderId, queries) {
      const lease = await selectOrderedLease(queries, orderId)
      return lease ? { kind: 'lease', name: lease.number } : null
    },
  }
}
