import { orderPollMs } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Steps, type Step } from '../../../ui/status/steps.tsx'
import { formatTimeToSecond } from '../../time/community-clock.ts'
import type { TimedOrder } from '../order/timed-order.ts'
import { ElapsedSeconds } from './countdown.tsx'
import type { PaymentPhase } from '../order/use-payment-phase.ts'

interface PaymentStepsProps {
  order: TimedOrder
  phase: PaymentPhase
  delivery: { title: string; hint: string }
  unanswered: boolean
}

/** H4: ordered, waiting for the money (and when it was last looked for), delivered. */
export function PaymentSteps({ order, phase, delivery, unanswered }: PaymentStepsProps) {
  const { t } = useTranslation()
  const every = orderPollMs / 1_000
  const checked = unanswered ? (
    t(($) => $.payment.notChecked, { every })
  ) : (
    <ElapsedSeconds since={order.seen} text={(ago) => t(($) => $.payment.waitingHint, { every, ago })} />
  )
  const payment: Record<PaymentPhase, Step> = {
    waiting: { title: t(($) => $.payment.waiting), hint: checked, state: 'now' },
    timedOut: { title: t(($) => $.payment.timedOut), state: 'failed' },
    idle: { title: t(($) => $.payment.waiting), state: 'now' },
    closed: { title: t(($) => $.payment.closed), state: 'failed' },
  }
  return (
    <Steps
      label={t(($) => $.payment.progress)}
      steps={[
        { title: t(($) => $.payment.ordered), hint: formatTimeToSecond(order.created), state: 'done' },
        payment[phase],
        {
          ...delivery,
          ...(order.notOnServers && { hint: t(($) => $.payment.recordedHint) }),
          state: 'next',
        },
      ]}
    />
  )
}
