import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Facts, type Fact } from '../../../ui/tables/facts.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { useIsInDialog } from '../purchase/dialog-context.ts'
import { PaymentSteps } from './payment-steps.tsx'
import styles from './payment-panel.module.css'
import type { TimedOrder } from '../order/timed-order.ts'
import type { PaymentPhase } from '../order/use-payment-phase.ts'
import { PaymentAction } from './payment-action.tsx'

interface PaymentPanelProps {
  order: TimedOrder
  phase: PaymentPhase
  /** What was ordered; number and price are appended. */
  facts: readonly Fact[]
  delivery: { title: string; hint: string }
  /** The portal did not answer the last time it was asked. */
  unanswered: boolean
  /** Its provider is an emulator. */
  emulated: boolean
  /** What can be done once it can no longer be paid. */
  retry: ReactNode
  /** The buttons at its foot. */
  actions: ReactNode
}

/** H4: an order that is being paid: the way to pay at the left, what and how far at the right. */
export function PaymentPanel(props: PaymentPanelProps) {
  const { order, phase, facts, delivery, unanswered, emulated, retry, actions } = props
  const { t } = useTranslation()
  const own: Fact[] = [
    { name: t(($) => $.payment.number), text: order.number },
    {
      name: t(($) => $.payment.price),
      text: <Money amount={order.amount} currency={order.currency} />,
    },
  ]
  return (
    <section
      className={joinClassNames(styles.panel, useIsInDialog() && styles.filling)}
      aria-label={t(($) => $.payment.orderOf, { number: order.number })}
    >
      {emulated && (
        <div className={styles.note}>
          <Note tone="info">{t(($) => $.payment.emulated)}</Note>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.way}>
          <PaymentAction order={order} phase={phase} retry={retry} />
        </div>
        <div className={styles.order}>
          <Facts facts={[...facts, ...own]} />
          <div className={styles.steps}>
            <PaymentSteps order={order} phase={phase} delivery={delivery} unanswered={unanswered} />
          </div>
        </div>
      </div>
      <footer className={styles.foot}>
        <span className={styles.safe}>
          <Icon name="lock" size="s" />
          {t(($) => $.payment.safe)}
        </span>
        <div className={styles.actions}>{actions}</div>
      </footer>
    </section>
  )
}
