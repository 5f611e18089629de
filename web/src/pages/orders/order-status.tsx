import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { useTranslation } from '../../locales/translate.ts'
import { Status } from '../../ui/status/status-dot.tsx'
import { toBuyerOrderState, stateTones } from './order-state.ts'

/** The state of an order: a dot and its text. */
export function OrderStatus({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const state = toBuyerOrderState(order)
  return <Status tone={stateTones[state]}>{t(($) => $.payment.states[state])}</Status>
}
