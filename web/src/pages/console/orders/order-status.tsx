import type { AttemptState, OrderState, RefundState } from '@clutch/contract/rules/payments/order-states.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'

const orderTones: Record<OrderState, StatusTone> = {
  open: 'busy',
  closed: 'muted',
  paid: 'info',
  fulfilled: 'good',
  refunded: 'moving',
}

const attemptTones: Record<AttemptState, StatusTone> = {
  creating: 'busy',
  open: 'busy',
  closing: 'busy',
  closed: 'muted',
  failed: 'muted',
  disputed: 'bad',
  paid: 'good',
}

const refundTones: Record<RefundState, StatusTone> = {
  asked: 'busy',
  pending: 'info',
  done: 'good',
  failed: 'bad',
}

export function OrderStatus({ state }: { state: OrderState }) {
  const { t } = useTranslation()
  return <Status tone={orderTones[state]}>{t(($) => $.adminOrders.states[state])}</Status>
}

export function AttemptStatus({ state }: { state: AttemptState }) {
  const { t } = useTranslation()
  return <Status tone={attemptTones[state]}>{t(($) => $.adminOrders.attempt.states[state])}</Status>
}

export function RefundStatus({ state }: { state: RefundState }) {
  const { t } = useTranslation()
  return <Status tone={refundTones[state]}>{t(($) => $.adminOrders.back.states[state])}</Status>
}
