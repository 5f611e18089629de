import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { formatTermEnd } from '../../../app/time/community-time.ts'
import { formatDayTimeAndYear } from '../../../app/time/community-dates.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import styles from './receipt.module.css'

interface ReceiptSheetProps {
  order: OrderView
  /** When it was paid, ms since 1970 (UTC). */
  paid: number
  emulated: boolean
}

/** The buyer, the seller, the product, the payment method, and the amount. */
export function ReceiptSheet({ order, paid, emulated }: ReceiptSheetProps) {
  const { t, i18n } = useTranslation()
  const { name } = usePortal()
  const money = (minor: number) => formatMoney(minor, order.currency)
  const facts = [
    [t(($) => $.payment.number), order.number],
    [t(($) => $.payment.receipt.date), formatDayTimeAndYear(paid, i18n.language)],
    [t(($) => $.payment.what), order.description[i18n.language as Language]],
    ...(order.ends === null
      ? []
      : [[t(($) => $.payment.one.ends), formatTermEnd(order.ends, order.duration)]]),
    [t(($) => $.payment.one.recipient), order.recipient ?? t(($) => $.payment.one.nobody)],
    [t(($) => $.payment.one.method), t(($) => $.payment.methods[order.method])],
    ...(order.reference === null ? [] : [[t(($) => $.payment.one.reference), order.reference]]),
  ]
  const sums = [
    [t(($) => $.payment.one.listPrice), money(order.listAmount)],
    ...(order.coupon === null
      ? []
      : [[`${t(($) => $.payment.one.coupon)} ${order.coupon}`, money(order.amount - order.listAmount)]]),
    [t(($) => $.payment.receipt.paidSum), money(order.amount)],
    ...(order.refunded === 0
      ? []
      : [
          [t(($) => $.payment.one.refunded), money(-order.refunded)],
          [t(($) => $.payment.receipt.kept), money(order.amount - order.refunded)],
        ]),
  ]
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <span className={styles.community}>{name}</span>
        <h1 className={styles.title}>{t(($) => $.payment.receipt.title)}</h1>
      </header>
      <dl className={styles.facts}>
        {facts.map(([fact, text]) => (
          <div key={fact} className={styles.fact}>
            <dt className={styles.name}>{fact}</dt>
            <dd className={styles.text}>{text}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.sums}>
        {sums.map(([sum, text]) => (
          <div key={sum} className={styles.sum}>
            <dt>{sum}</dt>
            <dd className={styles.amount}>{text}</dd>
          </div>
        ))}
      </dl>
      <footer className={styles.foot}>
        {t(($) => $.payment.receipt.zone)} {emulated && t(($) => $.payment.receipt.test)}
      </footer>
    </article>
  )
}
