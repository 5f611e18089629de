import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useLocation, useParams } from '../../../app/router/router-provider.tsx'
import { useTranslation } from '../../../locales/translate.ts'
import { BackLink, PageLink } from '../../../app/navigation/page-link.tsx'
import type { TimedOrder } from '../../../app/payment/order/timed-order.ts'
import { useOrder } from '../../../app/payment/order/use-order.ts'
import { Page, PageHeader, Panel } from '../../../ui/layout/layout.tsx'
import { PageTitle } from '../../../ui/text/page-title.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { OrderAgain } from './order-again.tsx'
import { OpenOrder } from './open-order.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderFrame } from './order-frame.tsx'
import { OrderHelp } from './order-help.tsx'
import { OrderStatus } from '../order-status.tsx'
import { RequireSignIn } from '../require-sign-in.tsx'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkAtProvider } from '../../../app/payment/order/payment.queries.ts'
import { logError } from '../../../app/errors/log-error.ts'
import { isPaymentReturn } from './is-payment-return.ts'

/** One order of one's own. Providers' pages lead back here (H4, H5). */
export function OrderPage() {
  const { t } = useTranslation()
  const { id } = useParams('/orders/$id')
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
          <>
            {wasPaid && (
              <PageLink to="/orders/$id/receipt" params={{ id: order.id }} icon="rules">
                {t(($) => $.payment.toReceipt)}
              </PageLink>
            )}
            {order.status === 'closed' && <OrderAgain productType={order.productType} />}
          </>
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

interface PaymentReturn {
  /** The provider is being queried. */
  asking: boolean
  /** The payment arrived while this page was open, or the user returns from paying. */
  paidHere: boolean
}

/**
 * H5: A user who opens an open order may just have paid it: queries the provider at once, not only at the
 * next poll.
 */
function usePaymentReturn(steamId: string, order: TimedOrder): PaymentReturn {
  const client = useQueryClient()
  const query = useLocation(({ searchStr }) => searchStr)
  const [openAtFirst] = useState(order.status === 'open')
  const [returned] = useState(() => isPaymentReturn(query))
  const [asking, setAsking] = useState(openAtFirst)
  const asked = useRef(false)
  const { id } = order
  useEffect(() => {
    if (!openAtFirst || asked.current) return
    asked.current = true
    checkAtProvider(client, steamId, id)
      .catch((error: unknown) => logError('asking the provider', error))
      .finally(() => setAsking(false))
  }, [client, steamId, id, openAtFirst])
  return { asking, paidHere: order.status === 'paid' && (openAtFirst || returned) }
}
