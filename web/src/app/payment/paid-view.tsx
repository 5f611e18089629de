import type { Order } from '@clutch/contract/api/payments.ts'
import { formatMoney } from '@clutch/contract/rules/money.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { FormDone, FormText } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Note } from '../../ui/note.tsx'
import { PageLink } from '../page-link.tsx'
import styles from './paid-view.module.css'

interface PaidViewProps {
  order: Order
  onDone: () => void
  /** What was delivered, and where to go on; shown once it is there. */
  children: ReactNode
}

/** H4: the money is there. Where the purchase is still on its way it says so. */
export function PaidView({ order, onDone, children }: PaidViewProps) {
  const { t } = useTranslation()
  const done = useRef<HTMLButtonElement>(null)
  const refunded = order.status === 'refunded'
  const amount = formatMoney(order.amount, order.currency)
  useEffect(() => done.current?.focus(), [])
  return (
    <Stack gap="l">
      {refunded ? (
        <Note tone="busy">
          <strong>{t(($) => $.payment.paidBack)}</strong>{' '}
          {t(($) => $.payment.paidBackHint, { amount: formatMoney(order.refunded, order.currency) })}
        </Note>
      ) : (
        <FormDone title={t(($) => $.payment.thanks)}>
          <FormText>{`${t(($) => $.payment.orderOf, { number: order.number })} · ${amount}`}</FormText>
          {!order.fulfilled && <FormText small>{t(($) => $.payment.delivering)}</FormText>}
        </FormDone>
      )}
      {!refunded && order.fulfilled && <div className={styles.delivered}>{children}</div>}
      <div className={styles.ways}>
        <Button ref={done} variant="primary" onClick={onDone}>
          {t(($) => $.payment.done)}
        </Button>
        <PageLink to="/orders/$id" params={{ id: order.id }} target={framed() ? '_top' : '_self'}>
          {t(($) => $.payment.toOrder)}
        </PageLink>
      </div>
    </Stack>
  )
}

/** F2: whether the purchase stands in the portal's own dialog: other pages are shown outside of it. */
function framed(): boolean {
  return window.self !== window.top
}
