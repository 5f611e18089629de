import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useOrderFacts } from '../../../app/payment/order/use-order-facts.ts'
import { isPhone } from '../../../app/payment/paying/pay-window.ts'
import { beginPayment, cancelOrder, methodsQuery } from '../../../app/payment/order/payment.queries.ts'
import { PaymentPanel } from '../../../app/payment/paying/payment-panel.tsx'
import type { TimedOrder } from '../../../app/payment/order/timed-order.ts'
import { usePaymentPhase } from '../../../app/payment/order/use-payment-phase.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { OrderAgain } from './order-again.tsx'
import { Button } from '../../../ui/buttons/button.tsx'

/** H4: an order that is still open can be paid here too, by the method it was ordered with. */
export function OpenOrder({ steamId, order }: { steamId: string; order: TimedOrder }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const phase = usePaymentPhase(order)
  const facts = useOrderFacts()
  const methods = useQuery(methodsQuery)
  const pay = useAction(async () => {
    const device = isPhone() ? 'mobile' : 'desktop'
    await beginPayment(client, steamId, { orderId: order.id, method: order.method, device })
  })
  const cancel = useAction(async () => void (await cancelOrder(client, steamId, order.id)))
  return (
    <>
      <ErrorNote error={pay.error ?? cancel.error} />
      <PaymentPanel
        order={order}
        phase={phase}
        facts={facts(order)}
        delivery={{
          title: t(($) => $.payment.delivery),
          hint: t(($) => $.payment.deliveryHint),
        }}
        unanswered={false}
        emulated={methods.data?.emulatedMethods.includes(order.method) === true}
        retry={
          phase === 'timedOut' ? (
            <OrderAgain productType={order.productType} isMain />
          ) : (
            <Button variant="primary" submitting={pay.busy} onClick={() => void pay.run()}>
              {phase === 'idle' ? t(($) => $.payment.payNow) : t(($) => $.payment.tryAgain)}
            </Button>
          )
        }
        actions={
          <Button submitting={cancel.busy} onClick={() => void cancel.run()}>
            {t(($) => $.payment.cancelOrder)}
          </Button>
        }
      />
    </>
  )
}
