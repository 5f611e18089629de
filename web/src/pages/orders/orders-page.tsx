import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '../../locales/translate.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { ordersQuery } from '../../app/payment/order/payment.queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Page, PageHeader, Panel, Row } from '../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { OrderRow } from './order-row.tsx'
import styles from './orders.module.css'
import { RequireSignIn } from './require-sign-in.tsx'

/** What somebody bought here, newest first. */
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
