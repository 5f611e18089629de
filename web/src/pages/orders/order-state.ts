import type { Order } from '@clutch/contract/api/payments.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

/** How an order stands, as its buyer is told; by its word in `locales/*`, under `payment.states`. */
export type ShownState = 'open' | 'delivering' | 'done' | 'closed' | 'refunded'

export const stateTones: Record<ShownState, StatusTone> = {
  open: 'busy',
  delivering: 'info',
  done: 'good',
  closed: 'muted',
  refunded: 'moving',
}

export function shownState({ status, fulfilled }: Pick<Order, 'status' | 'fulfilled'>): ShownState {
  if (status !== 'paid') return status
  return fulfilled ? 'done' : 'delivering'
}
