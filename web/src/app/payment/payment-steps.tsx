import { orderPollMs } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../locales/translate.ts'
import { Steps, type Step } from '../../ui/steps.tsx'
import { communityTime } from '../community-time.ts'
import type { SeenOrder } from './seen-order.ts'
import { SecondsSince } from './time-left.tsx'
import type { Phase } from './use-phase.ts'

interface PaymentStepsProps {
  order: SeenOrder
  phase: Phase
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
    <SecondsSince since={order.seen} text={(ago) => t(($) => $.payment.waitingHint, { every, ago })} />
  )
  const payment: Record<Phase, Step> = {
    waiting: { title: t(($) => $.payment.waiting), hint: checked, state: 'now' },
    timedOut: { title: t(($) => $.payment.timedOut), state: 'failed' },
    idle: { title: t(($) => $.payment.waiting), state: 'now' },
    closed: { title: t(($) => $.payment.closed), state: 'failed' },
  }
  return (
    <Steps
      label={t(($) => $.payment.progress)}
      steps={[
        { title: t(($) => $.payment.ordered), hint: clock.format(order.created), state: 'done' },
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

const clock = communityTime('sv', { timeStyle: 'medium' })
