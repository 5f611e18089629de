import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '../../locales/translate.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { ordersQuery } from '../../app/payment/order/payment.queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Page, PageHeader, Panel, Row } from '../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import styles from './orders.module.css'
import { RequireSignIn } from './require-sign-in.tsx'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { Link } from '../../app/router/page-anchor.tsx'
import { formatDayTimeAndYear } from '../../app/time/community-dates.ts'
import { OrderStatus } from './order-status.tsx'

/** A user's orders, newest first. */
export function OrdersPage() {
  const { t } = useTranslation()
  return (
    <Page measured>
      <PageHeader title={t(($) => $.payment.orders.title)} facts={t(($) => $.payment.orders.lead)} />
      <RequireSignIn>{(steamId) => <OrderList key={steamId} steamId={steamId} />}</RequireSignIn>
    </Page>
  )
}

function OrderList({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ordersQuery(steamId))
  if (data === undefined && error === null) return <SkeletonRows rows={4} />
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  const again = () => void (hasNextPage ? fetchNextPage() : refetch())
  return (
    <>
      <ErrorNote error={error} retrying={isFetching} onRetry={again} />
      {data !== undefined && orders.length === 0 && (
        <EmptyState icon="rules" title={t(($) => $.payment.orders.none)}>
          {t(($) => $.payment.orders.noneNext)}
        </EmptyState>
      )}
      {orders.length > 0 && (
        <Panel padded={false}>
          <ul className={styles.list}>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        </Panel>
      )}
      {hasNextPage && error === null && (
        <Row>
          <Button submitting={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(($) => $.payment.orders.more)}
          </Button>
        </Row>
      )}
    </>
  )
}

/** One order of the list; the whole row leads to it. */
function OrderRow({ order }: { order: OrderView }) {
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
