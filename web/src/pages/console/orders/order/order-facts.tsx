import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Facts, type Fact } from '../../../../ui/tables/facts.tsx'
import { Panel } from '../../../../ui/layout/layout.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { PlayerCell } from '../../kit/player.tsx'
import { CopyableNumber } from '../copyable-number.tsx'

/** Who ordered what, and the result. */
export function OrderFacts({ file }: { file: OrderDetails }) {
  const { t, i18n } = useTranslation()
  const { order, userId } = file
  const { amount, listAmount, refunded, currency, recipient, steamId, buyerName, coupon, problem } = order
  const facts: (Fact | null)[] = [
    { name: t(($) => $.adminOrders.list.number), text: <CopyableNumber number={order.number} /> },
    {
      name: t(($) => $.adminOrders.one.term),
      text: order.description[i18n.language === 'zh' ? 'zh' : 'en'],
    },
    {
      name: t(($) => $.adminOrders.list.buyer),
      text: <PlayerCell steamId={steamId} name={buyerName} account={userId} />,
    },
    recipient === null
      ? null
      : {
          name: t(($) => $.adminOrders.one.recipient),
          text:
            recipient === steamId ? (
              t(($) => $.adminOrders.one.ownUse)
            ) : (
              <ConsoleLink to={`users/${recipient}`}>{recipient}</ConsoleLink>
            ),
        },
    file.bought && { name: t(($) => $.adminOrders.one.bought), text: <Bought bought={file.bought} /> },
    { name: t(($) => $.adminOrders.list.amount), text: formatMoney(amount, currency) },
    listAmount === amount
      ? null
      : { name: t(($) => $.adminOrders.one.listPrice), text: formatMoney(listAmount, currency) },
    coupon === null ? null : { name: t(($) => $.adminOrders.list.coupon), text: coupon },
    refunded === 0
      ? null
      : { name: t(($) => $.adminOrders.list.refunded), text: formatMoney(refunded, currency) },
    { name: t(($) => $.adminOrders.list.method), text: t(($) => $.adminOrders.methods[order.method]) },
    { name: t(($) => $.adminOrders.list.created), text: formatConsoleTime(order.created) },
    { name: t(($) => $.adminOrders.list.paid), text: formatConsoleTime(order.paid) },
    problem === '' ? null : { name: t(($) => $.adminOrders.one.problem), text: problem },
  ]
  return (
    <Panel title={t(($) => $.adminOrders.one.facts)}>
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </Panel>
  )
}

function Bought({ bought: { kind, name } }: { bought: NonNullable<OrderDetails['bought']> }) {
  const { t } = useTranslation()
  return kind === 'rental' ? (
    <ConsoleLink to={`rentals/${name}`}>{t(($) => $.adminOrders.one.rental, { name })}</ConsoleLink>
  ) : (
    <ConsoleLink to="prices/cards" query={{ find: name }}>
      {t(($) => $.adminOrders.one.card, { name })}
    </ConsoleLink>
  )
}
