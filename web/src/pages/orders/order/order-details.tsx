import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { formatTermEnd } from '../../../app/time/community-time.ts'
import { formatDayTimeAndYear } from '../../../app/time/community-dates.ts'
import { PageLink } from '../../../app/navigation/page-link.tsx'
import { Facts, type Fact } from '../../../ui/tables/facts.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'

/** All order details that the buyer sees. */
export function OrderDetails({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation()
  const money = (minor: number) => formatMoney(minor, order.currency)
  const when = (at: number) => formatDayTimeAndYear(at, i18n.language)
  const facts: (Fact | null)[] = [
    { name: t(($) => $.payment.number), text: order.number },
    { name: t(($) => $.payment.term), text: t(($) => $.payment.durations[order.duration]) },
    order.ends === null
      ? null
      : { name: t(($) => $.payment.one.ends), text: formatTermEnd(order.ends, order.duration) },
    {
      name: t(($) => $.payment.one.recipient),
      text: order.recipient === null ? t(($) => $.payment.one.nobody) : <Code>{order.recipient}</Code>,
    },
    { name: t(($) => $.payment.one.placed), text: when(order.created) },
    order.paid === null ? null : { name: t(($) => $.payment.one.paidAt), text: when(order.paid) },
    { name: t(($) => $.payment.one.method), text: t(($) => $.payment.methods[order.method]) },
    order.reference === null ? null : { name: t(($) => $.payment.one.reference), text: order.reference },
    order.coupon === null ? null : { name: t(($) => $.payment.one.coupon), text: order.coupon },
    order.listAmount === order.amount
      ? null
      : { name: t(($) => $.payment.one.listPrice), text: money(order.listAmount) },
    {
      name: order.paid === null ? t(($) => $.payment.price) : t(($) => $.payment.paidFact),
      text: money(order.amount),
    },
    order.refunded === 0 ? null : { name: t(($) => $.payment.one.refunded), text: money(order.refunded) },
  ]
  return (
    <Stack gap="l">
      <Facts facts={facts.filter((fact) => fact !== null)} />
      {order.productType === 'vip_card' && order.status === 'paid' && order.fulfilled && (
        <div>
          <PageLink to="/store">{t(($) => $.payment.one.toCards)}</PageLink>
        </div>
      )}
    </Stack>
  )
}
