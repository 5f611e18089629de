import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { logError } from '../../errors/log-error.ts'
import { getSession } from '../../session/session.ts'
import { saveOrder, readSavedOrder, markOrderAbandoned } from '../order/saved-order.ts'
import { cancelOrder } from '../order/payment.queries.ts'

/**
 * H8: Closes the open order at the provider; call it before a dialog around a `Purchase` closes. Returns the
 * order if it was paid meanwhile, once: the dialog then stays open, since the purchase shows it as paid.
 * Null: the dialog may close. If the portal does not answer, the order expires with its payment window.
 * @param name the name under which `Purchase` stores it
 */
export async function cancelPurchase(client: QueryClient, name: string): Promise<OrderView | null> {
  const steamId = getSession()?.user.steamId
  const held = steamId === undefined ? null : readSavedOrder(name, steamId)
  if (held !== null && !held.paid) {
    try {
      const order = await cancelOrder(client, held.steamId, held.id)
      if (order.status === 'paid') {
        saveOrder(name, { ...held, paid: true })
        return order
      }
    } catch (error) {
      logError('closing an order', error)
    }
  }
  markOrderAbandoned(name)
  return null
}
