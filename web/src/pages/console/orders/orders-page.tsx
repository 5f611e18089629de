import { productTypes } from '@clutch/contract/api/payments/orders.ts'
import {
  currencies,
  formatMoney,
  paymentMethods,
  toMajorUnits,
} from '@clutch/contract/rules/payments/money.ts'
import { orderStates } from '@clutch/contract/rules/payments/order-states.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import type { Column, Filter } from '../kit/list/columns.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { PlayerCell } from '../kit/player.tsx'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { OrderStatus } from './order-status.tsx'
import { loadAllOrders, loadOrders, ordersKey, type OperatorOrder } from './orders.queries.ts'

/** The orders of all users. */
export function OrdersPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const filters = useFilters()
  return (
    <ConsolePage>
      <RemoteList
        label={t(($) => $.adminOrders.list.label)}
        queryKey={ordersKey}
        load={loadOrders}
        loadAll={loadAllOrders}
        sorts={['created', 'amount', 'paid']}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        everyMs={30_000}
        empty={{ title: t(($) => $.adminOrders.list.empty), next: t(($) => $.adminOrders.list.emptyNext) }}
      />
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorOrder>[] {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  return [
    {
      id: 'number',
      title: t(($) => $.adminOrders.list.number),
      value: ({ number }) => number,
      cell: ({ id, number }) => <ConsoleLink to={`orders/${id}`}>{number}</ConsoleLink>,
    },
    {
      id: 'what',
      title: t(($) => $.adminOrders.list.what),
      value: ({ description }) => description[language],
      grow: true,
    },
    {
      id: 'buyer',
      title: t(($) => $.adminOrders.list.buyer),
      value: ({ buyerName, steamId }) => buyerName || steamId,
      cell: ({ buyerName, steamId }) => <PlayerCell steamId={steamId} name={buyerName} />,
    },
    { id: 'steamId', title: 'SteamID64', value: ({ steamId }) => steamId, exported: true },
    {
      id: 'method',
      title: t(($) => $.adminOrders.list.method),
      value: ({ method }) => t(($) => $.adminOrders.methods[method]),
    },
    {
      id: 'amount',
      title: t(($) => $.adminOrders.list.amount),
      value: ({ amount }) => toMajorUnits(amount),
      cell: ({ amount, currency }) => formatMoney(amount, currency),
      end: true,
    },
    {
      id: 'refunded',
      title: t(($) => $.adminOrders.list.refunded),
      value: ({ refunded }) => toMajorUnits(refunded),
      cell: ({ refunded, currency }) => (refunded === 0 ? '-' : formatMoney(refunded, currency)),
      end: true,
    },
    {
      id: 'state',
      title: t(($) => $.adminOrders.list.state),
      value: ({ state }) => t(($) => $.adminOrders.states[state]),
      cell: (order) => <State order={order} />,
    },
    {
      id: 'created',
      title: t(($) => $.adminOrders.list.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    { id: 'paid', title: t(($) => $.adminOrders.list.paid), value: ({ paid }) => formatConsoleTime(paid) },
    {
      id: 'currency',
      title: t(($) => $.adminOrders.list.currency),
      value: ({ currency }) => currency,
      exported: true,
    },
    {
      id: 'coupon',
      title: t(($) => $.adminOrders.list.coupon),
      value: ({ coupon }) => coupon,
      exported: true,
    },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

function State({ order: { state, troubled } }: { order: OperatorOrder }) {
  const { t } = useTranslation()
  return (
    <Row gap="s" wrap>
      <OrderStatus state={state} />
      {troubled && <Status tone="bad">{t(($) => $.adminOrders.list.needsLook)}</Status>}
    </Row>
  )
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      id: 'state',
      label: t(($) => $.adminOrders.list.state),
      options: orderStates.map((value) => ({ value, text: t(($) => $.adminOrders.states[value]) })),
    },
    {
      id: 'product',
      label: t(($) => $.adminOrders.list.product),
      options: productTypes.map((value) => ({ value, text: t(($) => $.adminOrders.products[value]) })),
    },
    {
      id: 'method',
      label: t(($) => $.adminOrders.list.method),
      options: paymentMethods.map((value) => ({ value, text: t(($) => $.adminOrders.methods[value]) })),
    },
    {
      id: 'currency',
      label: t(($) => $.adminOrders.list.currency),
      options: currencies.map((value) => ({ value, text: value })),
    },
    {
      id: 'troubled',
      label: t(($) => $.adminOrders.list.attention),
      options: [
        { value: 'true', text: t(($) => $.adminOrders.list.needsLook) },
        { value: 'false', text: t(($) => $.adminOrders.list.fine) },
      ],
    },
  ]
}
