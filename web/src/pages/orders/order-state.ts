import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { StatusTone } from '../../ui/status/status-dot.tsx'

/** The state of an order as its buyer sees it; its text is in `locales/*`, under `payment.states`. */
export type BuyerOrderState = 'open' | 'delivering' | 'recorded' | 'done' | 'closed' | 'refunded'

export const stateTones: Record<BuyerOrderState, StatusTone> = {
  open: 'busy',
  delivering: 'info',
  recorded: 'info',
  done: 'good',
  closed: 'muted',
  refunded: 'moving',
}

export function toBuyerOrderState({
  status,
  fulfilled,
  notOnServers,
}: Pick<OrderView, 'status' | 'fulfilled' | 'notOnServers'>): BuyerOrderState {
  if (status !== 'paid') return status
  if (!fulfilled) return 'delivering'
  return notOnServers ? 'recorded' : 'done'
}
