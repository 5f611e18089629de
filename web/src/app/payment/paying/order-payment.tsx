import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import type { Fact } from '../../../ui/tables/facts.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { ApiError } from '../../api/api-error.ts'
import { ErrorNote } from '../../api/failed-note.tsx'
import { useAction } from '../../api/use-action.ts'
import type { DescribePaidOrder } from './paid-text.ts'
import { useIsInDialog } from '../purchase/dialog-context.ts'
import styles from './order-payment.module.css'
import { useOrderFacts } from '../order/use-order-facts.ts'
import { PaidView } from './paid-view.tsx'
import { cancelOrder, methodsQuery } from '../order/payment.queries.ts'
import { PurchaseBody } from '../purchase/purchase-body.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { TimedOrder } from '../order/timed-order.ts'
import { useOrder } from '../order/use-order.ts'
import { usePaymentPhase } from '../order/use-payment-phase.ts'

export interface OrderPaymentProps {
  steamId: string
  id: string
  facts: ((order: OrderView) => readonly Fact[]) | undefined
  delivery: { title: string; hint: string }
  paid: (order: OrderView, late: boolean) => ReactNode
  /** The user ordered on this page: the order gets the focus. */
  fresh: boolean
  /** How the paid view speaks of it, where the ordinary thanks do not fit. */
  afterwards: DescribePaidOrder | undefined
  /** It is being paid by this method; null once it no longer is. */
  onPaying: ((method: PaymentMethod | null) => void) | undefined
  onPaid: (order: OrderView) => void
  onDone: () => void
  /** It came to nothing: back to choosing. */
  onGivenUp: () => void
}

/** H4: an order from its payment to its end. */
export function OrderPayment(props: OrderPaymentProps) {
  const { steamId, id, onGivenUp } = props
  const { data: order, error, isFetching, refetch } = useOrder(steamId, id)
  const gone = error instanceof ApiError && error.code === 'order.not_found'
  const leave = useEffectEvent(onGivenUp)
  useEffect(() => {
    if (gone) leave()
  }, [gone])
  if (order !== undefined) return <KnownOrder {...props} order={order} unanswered={error !== null} />
  return (
    <PurchaseBody>
      {error === null || gone ? (
        <SkeletonRows rows={4} />
      ) : (
        <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </PurchaseBody>
  )
}

type KnownOrderProps = OrderPaymentProps & { order: TimedOrder; unanswered: boolean }

function KnownOrder(props: KnownOrderProps) {
  const { order, paid, afterwards, onPaid, onDone } = props
  const isPaid = order.status === 'paid'
  const [late] = useState(isPaid)
  const tell = useEffectEvent(() => onPaid(order))
  useEffect(() => {
    if (isPaid) tell()
  }, [isPaid, order.fulfilled])
  if (!isPaid && order.status !== 'refunded') return <OpenOrder {...props} />
  return (
    <PaidView order={order} afterwards={afterwards?.(order, late)} onDone={onDone}>
      {paid(order, late)}
    </PaidView>
  )
}

function OpenOrder(props: KnownOrderProps) {
  const { steamId, order, unanswered, facts, delivery, fresh, onPaying, onGivenUp } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const phase = usePaymentPhase(order)
  const methods = useQuery(methodsQuery)
  const ordinary = useOrderFacts()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fresh) place.current?.focus()
  }, [fresh])
  const { method } = order
  useEffect(() => {
    onPaying?.(method)
    return () => onPaying?.(null)
  }, [method, onPaying])
  // H8: Closed at the provider first; an order paid meanwhile is then shown as paid.
  const giveUp = useAction(async () => {
    const { status } = await cancelOrder(client, steamId, order.id)
    if (status !== 'paid' && status !== 'refunded') onGivenUp()
  })
  const leave = () => void giveUp.run()
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={joinClassNames(styles.place, useIsInDialog() && styles.filling)}
    >
      <VisuallyHidden>
        <output>{phase === 'idle' ? null : t(($) => $.payment[phase])}</output>
      </VisuallyHidden>
      {giveUp.error !== null && (
        <div className={styles.note}>
          <ErrorNote error={giveUp.error} />
        </div>
      )}
      <PaymentPanel
        order={order}
        phase={phase}
        facts={(facts ?? ordinary)(order)}
        delivery={delivery}
        unanswered={unanswered}
        emulated={methods.data?.emulatedMethods.includes(order.method) === true}
        retry={
          <Button variant="primary" icon="refresh" submitting={giveUp.busy} onClick={leave}>
            {t(($) => $.payment.tryAgain)}
          </Button>
        }
        actions={
          phase === 'waiting' && (
            <>
              <Button submitting={giveUp.busy} onClick={leave}>
                {t(($) => $.payment.cancelOrder)}
              </Button>
              <Button submitting={giveUp.busy} onClick={leave}>
                {t(($) => $.payment.otherMethod)}
              </Button>
            </>
          )
        }
      />
    </div>
  )
}
