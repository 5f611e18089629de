import { PortalError } from '@clutch/contract/errors.ts'
import { readPortalSettings } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Product } from '../../payments/index.ts'
import { selectRentalOfOrder, selectPaidEnds } from './rental-orders.store.ts'
import { fulfilNewRental, quoteNewRental } from './new-rental.service.ts'
import { fulfilRentalRenewal, quoteRentalRenewal } from './renewal.service.ts'
import { revokeOrder } from './order-revocation.service.ts'

const newRentalProductId = 'new_server'
const renewalProductId = 'renew_server'

/** What rentals sell (H2): a new server, and more time for one. */
export function createRentalProduct(context: AppContext): Product {
  return {
    type: 'server_rental',
    async quote(buyer, productId, options) {
      const { settings } = await readPortalSettings(context.database)
      if (!settings.features.pracc.enabled)
        throw new PortalError('portal.feature_off', 'The operator has switched this off')
      if (productId === newRentalProductId) return quoteNewRental(context, buyer, options)
      if (productId === renewalProductId) return quoteRentalRenewal(context, buyer, options)
      throw new PortalError('product.not_sold', 'This is not sold here')
    },
    // Decided by what was ordered: a feature that was switched off since does not keep a buyer's money.
    fulfil: (order, tx) =>
      order.productId === newRentalProductId
        ? fulfilNewRental(context, order, tx)
        : fulfilRentalRenewal(context, order, tx),
    revoke: (order, tx) => revokeOrder(context, order, tx),
    async ends(orderIds, queries) {
      const rows = await selectPaidEnds(queries, orderIds)
      return new Map(rows.map(({ order_id: id, ends_at: ends }) => [id, ends]))
    },
    async bought(orderId, queries) {
      const rental = await selectRentalOfOrder(queries, orderId)
      return rental ? { kind: 'rental', name: rental.number } : null
    },
  }
}
