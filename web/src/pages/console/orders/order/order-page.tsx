import {
  operatorCheckOrder,
  operatorRefundOrder,
  type OrderDetails,
} from '@clutch/contract/api/payments/operator-orders.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../locales/translate.ts'
import { ApiError } from '../../../../app/api/api-error.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useSession } from '../../../../app/session/session.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Row } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../../ui/loading/skeleton.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { Permitted } from '../../kit/permitted.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import { useEditing } from '../../kit/forms/use-editing.ts'
import type { ConsolePageProps } from '../../console-pages.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderStatus } from '../order-status.tsx'
import { AttemptsTable, RefundsTable } from './order-tables.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { checkOrder, fulfilOrder, orderQuery } from '../orders.queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundApproval } from './refund-approval.tsx'
import { findRefundable } from './refund-form.ts'

/** One order with everything that is known of it, and what can be done about it. */
export function OrderPage({ id }: ConsolePageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(orderQuery(id))
  if (data) return <Loaded file={data} error={error} onRetry={() => void refetch()} />
  const isMissing =
    error instanceof ApiError && (error.code === 'order.not_found' || error.code === 'request.invalid')
  return (
    <ConsolePage title={t(($) => $.adminOrders.list.label)}>
      {isMissing ? (
        <EmptyState
          icon="receipt"
          title={t(($) => $.adminOrders.one.missing)}
          action={<ConsoleLink to="orders">{t(($) => $.adminOrders.one.allOrders)}</ConsoleLink>}
        />
      ) : error === null ? (
        <SkeletonRows rows={6} />
      ) : (
        <ErrorNote error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </ConsolePage>
  )
}

interface LoadedProps {
  file: OrderDetails
  /** Why the reload failed; the shown data is older. */
  error: unknown
  onRetry: () => void
}

function Loaded({ file, error, onRetry }: LoadedProps) {
  const { t } = useTranslation()
  const { order } = file
  const ownSteamId = useSession()?.user.steamId
  return (
    <ConsolePage
      title={t(($) => $.adminOrders.one.title, { number: order.number })}
      facts={
        <>
          <OrderStatus state={order.state} />
          {order.troubled && <Status tone="bad">{t(($) => $.adminOrders.list.needsLook)}</Status>}
          <ConsoleLink to="orders">{t(($) => $.adminOrders.one.allOrders)}</ConsoleLink>
        </>
      }
    >
      <ErrorNote error={error} onRetry={onRetry} />
      {file.refundRequest && (
        <RefundApproval
          orderId={order.id}
          request={file.refundRequest}
          isOwn={file.refundRequest.by === ownSteamId}
        />
      )}
      <Actions file={file} />
      <Note tone="info">{t(($) => $.adminOrders.stateHints[order.state])}</Note>
      <OrderFacts file={file} />
      <AttemptsTable attempts={file.attempts} />
      <RefundsTable refunds={file.refunds} />
      <OrderTimeline file={file} />
    </ConsolePage>
  )
}

function Actions({ file }: { file: OrderDetails }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refunding = useEditing<OrderDetails>()
  const { id, state } = file.order
  const act = (run: () => Promise<void>, done: string) => async () => {
    await run()
    showToast({ tone: 'good', title: done })
  }
  const check = useAction(
    act(
      () => checkOrder(client, id),
      t(($) => $.adminOrders.one.checkDone),
    ),
  )
  const fulfil = useAction(
    act(
      () => fulfilOrder(client, id),
      t(($) => $.adminOrders.one.fulfilDone),
    ),
  )
  const noRefund = file.refundRequest
    ? t(($) => $.adminOrders.refund.pending)
    : findRefundable(file).length === 0
      ? t(($) => $.adminOrders.one.nothingHeld)
      : undefined
  const failure = check.error ?? fulfil.error
  return (
    <>
      <ErrorNote error={failure} />
      <Row gap="s" wrap>
        <Permitted call={operatorCheckOrder}>
          <Button
            icon="refresh"
            submitting={check.busy}
            disabledReason={file.attempts.length === 0 ? t(($) => $.adminOrders.one.noAttempts) : undefined}
            onClick={() => void check.run()}
          >
            {t(($) => $.adminOrders.one.check)}
          </Button>
          <Button
            icon="box"
            submitting={fulfil.busy}
            disabledReason={state === 'paid' ? undefined : t(($) => $.adminOrders.one.notPaid)}
            onClick={() => void fulfil.run()}
          >
            {t(($) => $.adminOrders.one.fulfil)}
          </Button>
        </Permitted>
        <Permitted call={operatorRefundOrder}>
          <Button variant="danger" icon="swap" disabledReason={noRefund} onClick={() => refunding.edit(file)}>
            {t(($) => $.adminOrders.one.refund)}
          </Button>
        </Permitted>
      </Row>
      {refunding.turn > 0 && (
        <RefundDialog key={refunding.turn} open={refunding.open} onClose={refunding.close} file={file} />
      )}
    </>
  )
}
