import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormDone, FormText } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { PageLink } from '../../navigation/page-link.tsx'
import type { PaidText } from './paid-text.ts'
import styles from './paid-view.module.css'
import { PurchaseBody } from '../purchase/purchase-body.tsx'

import { secondsUntil } from '../order/timed-order.ts'
import { useMonotonicNow } from './countdown.tsx'

interface RestingButtonProps {
  ref?: Ref<HTMLButtonElement> | undefined
  /** How long it may not be pressed, ms; counted from when it is drawn. */
  restMs: number
  /** Why. */
  reason: string
  onClick: () => void
  children: string
}

const tickMs = 250

/** G12: a button that rests at first, and counts the seconds. It can have the focus meanwhile. */
function DelayedButton({ ref, restMs, reason, onClick, children }: RestingButtonProps) {
  const { t } = useTranslation()
  const [until] = useState(() => performance.now() + restMs)
  const seconds = secondsUntil(until, useMonotonicNow(tickMs))
  return (
    <Button
      ref={ref}
      variant="primary"
      disabledReason={seconds > 0 ? reason : undefined}
      aria-label={children}
      onClick={onClick}
    >
      {seconds > 0 ? t(($) => $.payment.resting, { word: children, seconds }) : children}
    </Button>
  )
}

interface PaidViewProps {
  order: OrderView
  /** How to speak of it; left out: thanks. */
  afterwards?: PaidText | undefined
  onDone: () => void
  /** What was fulfilled, and where to continue; shown after fulfilment. */
  children: ReactNode
}

/** H4: the money is there. Where the purchase is still on its way it says so. */
export function PaidView({ order, afterwards, onDone, children }: PaidViewProps) {
  const { t } = useTranslation()
  const done = useRef<HTMLButtonElement>(null)
  const refunded = order.status === 'refunded'
  const amount = formatMoney(order.amount, order.currency)
  const word = (refunded ? undefined : afterwards?.confirm) ?? t(($) => $.payment.done)
  const rest = refunded ? undefined : afterwards?.rest
  useEffect(() => done.current?.focus(), [])
  return (
    <PurchaseBody>
      {refunded ? (
        <Note tone="busy">
          <strong>{t(($) => $.payment.paidBack)}</strong>{' '}
          {t(($) => $.payment.paidBackHint, { amount: formatMoney(order.refunded, order.currency) })}
        </Note>
      ) : (
        <FormDone title={afterwards?.title ?? t(($) => $.payment.thanks)}>
          {afterwards !== undefined && <FormText>{afterwards.lead}</FormText>}
          <FormText
            small={afterwards !== undefined}
          >{`${t(($) => $.payment.orderOf, { number: order.number })} · ${amount}`}</FormText>
          {!order.fulfilled && <FormText small>{t(($) => $.payment.delivering)}</FormText>}
        </FormDone>
      )}
      {!refunded && order.fulfilled && <div className={styles.delivered}>{children}</div>}
      <div className={styles.ways}>
        {rest === undefined ? (
          <Button ref={done} variant="primary" onClick={onDone}>
            {word}
          </Button>
        ) : (
          <DelayedButton ref={done} restMs={rest.ms} reason={rest.reason} onClick={onDone}>
            {word}
          </DelayedButton>
        )}
        <PageLink to="/orders/$id" params={{ id: order.id }} target={isInFrame() ? '_top' : '_self'}>
          {t(($) => $.payment.toOrder)}
        </PageLink>
      </div>
    </PurchaseBody>
  )
}

/** F2: Whether the purchase is in the portal's own dialog: other pages are then opened outside of it. */
function isInFrame(): boolean {
  return window.self !== window.top
}
