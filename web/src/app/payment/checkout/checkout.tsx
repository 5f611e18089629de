import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { type PaymentMethod, currencyOfMethod, formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { chooseMethod } from '@clutch/contract/rules/payments/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { ApiError } from '../../api/api-error.ts'
import { ErrorNote } from '../../api/failed-note.tsx'
import { openSignIn } from '../../sign-in/sign-in-dialog-store.ts'
import { MethodChoice } from './method-choice.tsx'
import { methodsQuery } from '../order/payment.queries.ts'
import { PurchaseBody } from '../purchase/purchase-body.tsx'
import { TotalLine } from './total-line.tsx'
import { useOffers, useDisplayCurrency } from './use-offers.ts'
import { findAbandonedOrder } from '../order/saved-order.ts'
import { usePay } from '../order/use-pay.ts'
import { type Total, useTotal } from './use-total.ts'
import type { MethodChoiceState, PurchaseItem } from '../purchase/purchase-item.ts'
import { useErrorCodeText, useErrorText } from '../../api/error-text.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { CouponField } from './coupon-field.tsx'
import { useIsInDialog } from '../purchase/dialog-context.ts'
import styles from './folded-coupon.module.css'

/** How the user wants to pay. Unchanged when an order fails. */
export interface PaymentTerms {
  /** Null: none picked yet. */
  method: PaymentMethod | null
  coupon: string | null
}

/** What the caller of a purchase says about the choosing. */
export interface CheckoutOptions {
  /** Whose prices decide by which method it can be bought at all. */
  product: ProductType
  /** The selection; null while its price is unknown. */
  wanted: PurchaseItem | null
  /** Why it cannot be paid yet, though it may have a price. */
  missing?: string | undefined
  /** What is being bought, next to the total. Default: the label of the total. */
  summary?: ReactNode
  /** The words of the pay button, with its sum or, while that is unknown, without. */
  payWords?: ((amount: string | null) => string) | undefined
  /** G11: a method may be picked that does not take the term: the chooser then chooses one that is sold so. */
  termGivesWay?: boolean | undefined
  /** Refusals that the chooser shows itself, by `Choice.refused`. */
  ownErrors?: readonly ApiError['code'][] | undefined
  /** The chooser, shown while nothing is ordered. */
  children: ReactNode | ((choice: MethodChoiceState) => ReactNode)
}

interface CheckoutProps extends CheckoutOptions {
  storageKey: string
  /** SteamID64; null while signed out. */
  steamId: string | null
  terms: PaymentTerms
  onTerms: (terms: PaymentTerms) => void
  /** The user returns from a failed order: the focus moves to the methods. */
  back: boolean
  onOrdered: (id: string) => void
}

/** H2, H3, H6, H7: The selection, the payment method, the price, and the button. */
export function Checkout(props: CheckoutProps) {
  const {
    storageKey,
    steamId,
    product,
    wanted,
    missing,
    terms,
    onTerms,
    back,
    onOrdered,
    children: chooser,
  } = props
  const { coupon } = terms
  const { t, i18n } = useTranslation()
  const methods = useQuery(methodsQuery)
  const taken = methods.data?.methods ?? []
  const forced = props.termGivesWay === true
  const method = chooseMethod({
    offers: useOffers(product),
    methods: taken,
    picked: terms.method,
    duration: wanted?.duration,
    fixedTerm: !forced,
    relocatable: wanted?.relocatable ?? false,
    language: i18n.language,
  })
  const shown = useDisplayCurrency(product)
  const currency = method === null ? shown : currencyOfMethod(method)
  const replaces = steamId === null ? null : findAbandonedOrder(storageKey, steamId)
  const whole = missing === undefined
  const total = useTotal({ steamId, wanted, method, currency, coupon, replaces, whole })
  const pay = usePay({ storageKey, steamId: steamId ?? '', onOrdered })
  const input = wanted && method && { wanted, method, coupon, amount: total.amount }
  const refusal = input && pay.errorOf(input)
  const refused = refusal instanceof ApiError ? refusal.code : null
  const choice = { method, currency: total.currency, refused }
  const nothingTaken = methods.data !== undefined && taken.length === 0
  return (
    <PurchaseBody
      foot={
        taken.length > 0 && (
          <>
            <ErrorNote error={total.error} onRetry={total.retry} />
            <ErrorNote error={refused !== null && props.ownErrors?.includes(refused) ? null : refusal} />
            <TotalLine total={total} summary={props.summary}>
              {steamId === null ? (
                <Button variant="primary" size="lg" onClick={() => openSignIn()}>
                  {t(($) => $.payment.signIn)}
                </Button>
              ) : (
                <PayButton
                  total={total}
                  reason={missing ?? (wanted === null ? t(($) => $.payment.choose) : undefined)}
                  words={props.payWords}
                  busy={pay.busy}
                  onPay={() => input && void pay.run(input)}
                />
              )}
            </TotalLine>
          </>
        )
      }
    >
      {typeof chooser === 'function' ? chooser(choice) : chooser}
      {methods.isPending && <SkeletonRows rows={1} />}
      {methods.data === undefined && (
        <ErrorNote error={methods.error} onRetry={() => void methods.refetch()} />
      )}
      {nothingTaken && <Note tone="info">{t(($) => $.payment.noMethods)}</Note>}
      {taken.length > 0 && (
        <InitialFocus when={back}>
          <MethodChoice
            methods={taken}
            emulatedMethods={methods.data?.emulatedMethods ?? []}
            duration={wanted?.duration}
            forced={forced}
            value={method}
            onChange={(picked) => onTerms({ ...terms, method: picked })}
          />
        </InitialFocus>
      )}
      {taken.length > 0 && steamId !== null && (
        <CollapsedCoupon
          coupon={coupon}
          onCoupon={(used) => onTerms({ ...terms, coupon: used })}
          total={total}
        />
      )}
    </PurchaseBody>
  )
}

/** The button that led back here is gone: the focus moves to the selected option. */
function InitialFocus({ when, children }: { when: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [first] = useState(when)
  useEffect(() => {
    if (first) place.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [first])
  return <div ref={place}>{children}</div>
}

interface PayButtonProps {
  total: Total
  /** Why there is nothing to pay for. */
  reason: string | undefined
  /** Its words, where they are not the ordinary ones; null for a sum that is unknown. */
  words?: ((amount: string | null) => string) | undefined
  busy: boolean
  onPay: () => void
}

/** H6: the one filled button, with the amount; where it cannot be pressed it says why. */
function PayButton({ total, reason, words, busy, onPay }: PayButtonProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const errorCodeText = useErrorCodeText()
  const ordinary = (sum: string | null) =>
    sum === null ? t(($) => $.payment.payPlain) : t(($) => $.payment.pay, { amount: sum })
  const { amount, currency, missing, loading, error, couponError } = total
  const noPrice = missing ? errorCodeText('price.invalid') : undefined
  const notYet = loading || error !== null ? t(($) => $.common.loading) : undefined
  const noCoupon = couponError === null ? undefined : errorText(couponError)
  return (
    <Button
      variant="primary"
      size="lg"
      submitting={busy}
      disabledReason={reason ?? noPrice ?? notYet ?? noCoupon}
      onClick={onPay}
    >
      {(words ?? ordinary)(amount === null ? null : formatMoney(amount, currency))}
    </Button>
  )
}

interface FoldedCouponProps {
  coupon: string | null
  onCoupon: (coupon: string | null) => void
  total: Total
}

/** H7: The coupon field; in a dialog only a link until the user opens it. */
function CollapsedCoupon(props: FoldedCouponProps) {
  const { t } = useTranslation()
  const folds = useIsInDialog()
  const [unfolded, setUnfolded] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unfolded) place.current?.querySelector('input')?.focus()
  }, [unfolded])
  if (folds && !unfolded && props.coupon === null)
    return (
      <div className={styles.folded}>
        <LinkButton onClick={() => setUnfolded(true)}>{t(($) => $.payment.haveCoupon)}</LinkButton>
      </div>
    )
  return (
    <div ref={place}>
      <CouponField {...props} />
    </div>
  )
}
