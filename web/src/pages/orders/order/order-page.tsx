import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../../locales/translate.ts'
import { BackLink, PageLink } from '../../../app/navigation/page-link.tsx'
import type { TimedOrder } from '../../../app/payment/order/timed-order.ts'
import { useOrder } from '../../../app/payment/order/use-order.ts'
import { Page, PageHeader, Panel } from '../../../ui/layout/layout.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { OpenOrder } from './open-order.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderFrame } from './order-frame.tsx'
import { OrderHelp } from './order-help.tsx'
import { OrderStatus } from '../order-status.tsx'
import { RequireSignIn } from '../require-sign-in.tsx'
import { usePaymentReturn } from './use-payment-return.ts'

/** One order of one's own. Providers' pages lead back here (H4, H5). */
export function OrderPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/orders/$id' })
  return (
    <Page measured>
      <PageTitle>{t(($) => $.payment.order)}</PageTitle>
      <div>
        <BackLink to="/orders">{t(($) => $.payment.orders.title)}</BackLink>
      </div>
      <RequireSignIn>{(steamId) => <UserOrder key={steamId + id} steamId={steamId} id={id} />}</RequireSignIn>
    </Page>
  )
}

function UserOrder({ steamId, id }: { steamId: string; id: string }) {
  const result = useOrder(steamId, id)
  return <OrderFrame result={result}>{(order) => <KnownOrder steamId={steamId} order={order} />}</OrderFrame>
}

function KnownOrder({ steamId, order }: { steamId: string; order: TimedOrder }) {
  const { t, i18n } = useTranslation()
  const { asking, paidHere } = usePaymentReturn(steamId, order)
  const wasPaid = order.status === 'paid' || order.status === 'refunded'
  return (
    <>
      <PageHeader
        title={order.description[i18n.language as Language]}
        tabTitle={t(($) => $.payment.order)}
        facts={
          <>
            <span>{order.number}</span>
            <OrderStatus order={order} />
          </>
        }
        actions={
          wasPaid && (
            <PageLink to="/orders/$id/receipt" params={{ id: order.id }} icon="rules">
              {t(($) => $.payment.toReceipt)}
            </PageLink>
          )
        }
      />
      {asking && <Note tone="busy">{t(($) => $.payment.one.asking[order.method])}</Note>}
      {paidHere && <Note tone="info">{t(($) => $.payment.one.paidNow)}</Note>}
      {order.status === 'paid' && order.notOnServers && (
        <Note tone="info">{t(($) => $.payment.notOnServers)}</Note>
      )}
      {order.status === 'open' && <OpenOrder steamId={steamId} order={order} />}
      <Panel title={t(($) => $.payment.one.details)}>
        <OrderDetails order={order} />
      </Panel>
      <OrderHelp steamId={steamId} order={order} />
    </>
  )
}
