import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useState, type ReactNode } from 'react'
import type { Fact } from '../../../ui/tables/facts.tsx'
import { useSession } from '../../session/session.ts'
import type { DescribePaidOrder } from '../paying/paid-text.ts'
import { Checkout, type CheckoutOptions, type PaymentTerms } from '../checkout/checkout.tsx'
import {
  clearSavedOrder,
  clearAbandonedOrder,
  saveOrder,
  readSavedOrder,
  markOrderAbandoned,
} from '../order/saved-order.ts'
import { OrderPayment } from '../paying/order-payment.tsx'
import type { PurchaseItem } from './purchase-item.ts'

export type { PurchaseItem }

export interface PurchaseProps extends CheckoutOptions {
  /** The name under which the order is stored across a reload, one at a time per name: `vip`, `card`. */
  storageKey: string
  /**
   * What was ordered, next to the QR code. Default: the order's own description and its duration. Number and
   * price are always appended.
   */
  facts?: ((order: OrderView) => readonly Fact[]) | undefined
  /** The third step of the status line: what happens once it is paid. */
  delivery: { title: string; hint: string }
  /** How the paid view speaks of it. Left out: thanks, and "done". */
  afterwards?: DescribePaidOrder | undefined
  /**
   * Content shown after payment and fulfilment, centred below the success message: the result, and where to
   * continue. `late`: it was paid before this page loaded it.
   */
  paid: (order: OrderView, late: boolean) => ReactNode
  /** An order is being paid by this method; null once it no longer is. */
  onPaying?: ((method: PaymentMethod | null) => void) | undefined
  /** An order was seen to be paid; once more where it was delivered only later. */
  onPaid?: ((order: OrderView) => void) | undefined
  /** The button of the paid view. The order is forgotten by then; the caller closes, or leaves the chooser as it is. */
  onDone: () => void
}

/**
 * H2–H8: Buys one product: choose, pay, see it paid. Works in a dialog's body and on a page, needs the texts
 * of `payment`, and survives a reload. A dialog around it calls `leavePurchase` before it closes.
 */
export function Purchase(props: PurchaseProps) {
  const steamId = useSession()?.user.steamId ?? null
  return <UserPurchase key={steamId} {...props} steamId={steamId} />
}

/**
 * The state: choosing (null), or an order. `moved`: by a press on this page, so that the focus must follow.
 */
interface PurchaseState {
  id: string | null
  moved: boolean
}

function UserPurchase({ steamId, ...props }: PurchaseProps & { steamId: string | null }) {
  const { storageKey, onPaid, onDone } = props
  const [{ id, moved }, setStage] = useState<PurchaseState>(() => ({
    id: steamId === null ? null : (readSavedOrder(storageKey, steamId)?.id ?? null),
    moved: false,
  }))
  const [terms, setTerms] = useState<PaymentTerms>({ method: null, coupon: null })
  const leave = () => {
    clearSavedOrder(storageKey)
    setStage({ id: null, moved: true })
  }
  if (id === null || steamId === null) {
    return (
      <Checkout
        storageKey={storageKey}
        steamId={steamId}
        product={props.product}
        wanted={props.wanted}
        missing={props.missing}
        summary={props.summary}
        payWords={props.payWords}
        termGivesWay={props.termGivesWay}
        ownErrors={props.ownErrors}
        terms={terms}
        onTerms={setTerms}
        back={moved}
        onOrdered={(ordered) => setStage({ id: ordered, moved: true })}
      >
        {props.children}
      </Checkout>
    )
  }
  return (
    <OrderPayment
      steamId={steamId}
      id={id}
      facts={props.facts}
      delivery={props.delivery}
      afterwards={props.afterwards}
      paid={props.paid}
      onPaying={props.onPaying}
      fresh={moved}
      onPaid={(order) => {
        saveOrder(storageKey, { id, steamId, paid: true })
        clearAbandonedOrder(storageKey)
        onPaid?.(order)
      }}
      onDone={() => {
        setTerms({ ...terms, coupon: null })
        leave()
        onDone()
      }}
      onGivenUp={() => {
        markOrderAbandoned(storageKey)
        leave()
      }}
    />
  )
}
