import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../locales/translate.ts'
import { formatDayTimeAndYear } from '../../app/time/community-dates.ts'
import { OrderStatus } from './order-status.tsx'
import styles from './orders.module.css'

/** One order of the list; the whole row leads to it. */
export function OrderRow({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation()
  const { id, number, description, method, currency, amount, refunded, status, created } = order
  const partly = status === 'paid' && refunded > 0
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link to="/orders/$id" params={{ id }} className={styles.link}>
          {description[i18n.language as Language]}
        </Link>
        <span className={styles.facts}>
          <span>{number}</span>
          <span>{formatDayTimeAndYear(created, i18n.language)}</span>
        </span>
      </div>
      <div className={styles.sum}>
        <span className={styles.amount}>{formatMoney(amount, currency)}</span>
        <span className={styles.facts}>
          {partly
            ? t(($) => $.payment.orders.partly, { amount: formatMoney(refunded, currency) })
            : t(($) => $.payment.methods[method])}
        </span>
      </div>
      <div className={styles.state}>
        <OrderStatus order={order} />
      </div>
    </li>
  )
}
