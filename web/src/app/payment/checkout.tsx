import type { PaymentMethod } from '@clutch/contract/rules/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { FailedNote } from '../failed-note.tsx'
import { openSignIn } from '../sign-in-dialog.ts'
import { chosenMethod } from './choose-method.ts'
import { CouponField } from './coupon-field.tsx'
import { MethodChoice } from './method-choice.tsx'
import { PayButton } from './pay-button.tsx'
import { methodsQuery } from './payment.queries.ts'
import { TotalLine } from './total-line.tsx'
import { usePay } from './use-pay.ts'
import { useTotal } from './use-total.ts'
import type { Choice, Wanted } from './wanted.ts'

/** How somebody wants to pay. It stays when an order comes to nothing. */
export interface Terms {
  /** Null: none picked yet. */
  method: PaymentMethod | null
  coupon: string | null
}

interface CheckoutProps {
  kept: string
  /** SteamID64; null while nobody is signed in. */
  steamId: string | null
  wanted: Wanted | null
  missing: string | undefined
  terms: Terms
  onTerms: (terms: Terms) => void
  /** Somebody comes back from an order that came to nothing: the focus goes to the methods. */
  back: boolean
  onOrdered: (id: string) => void
  chooser: ReactNode | ((choice: Choice) => ReactNode)
}

/** H2, H3, H6, H7: what to buy, how to pay for it, what it costs, and the button. */
export function Checkout(props: CheckoutProps) {
  const { kept, steamId, wanted, missing, terms, onTerms, back, onOrdered, chooser } = props
  const { coupon } = terms
  const { t, i18n } = useTranslation()
  const methods = useQuery(methodsQuery)
  const taken = methods.data?.methods ?? []
  const method = chosenMethod(taken, terms.method, wanted?.duration, i18n.language)
  const total = useTotal({ steamId, wanted, method, coupon })
  const pay = usePay({ kept, steamId: steamId ?? '', onOrdered })
  const choice = { method, currency: total.currency }
  const nothingTaken = methods.data !== undefined && taken.length === 0
  const start = () => {
    if (wanted !== null && method !== null) void pay.run({ wanted, method, coupon, amount: total.amount })
  }
  return (
    <Stack gap="l">
      {typeof chooser === 'function' ? chooser(choice) : chooser}
      {methods.isPending && <SkeletonRows rows={1} />}
      {methods.data === undefined && (
        <FailedNote error={methods.error} onRetry={() => void methods.refetch()} />
      )}
      {nothingTaken && <Note tone="info">{t(($) => $.payment.noMethods)}</Note>}
      {taken.length > 0 && (
        <>
          <FocusedAtFirst when={back}>
            <MethodChoice
              methods={taken}
              standIns={methods.data?.standIns ?? []}
              duration={wanted?.duration}
              value={method}
              onChange={(picked) => onTerms({ ...terms, method: picked })}
            />
          </FocusedAtFirst>
          {steamId !== null && (
            <CouponField
              coupon={coupon}
              onCoupon={(used) => onTerms({ ...terms, coupon: used })}
              total={total}
            />
          )}
          <FailedNote error={total.error} onRetry={total.retry} />
          <FailedNote error={pay.error} />
          <TotalLine total={total}>
            {steamId === null ? (
              <Button variant="primary" size="lg" onClick={() => openSignIn()}>
                {t(($) => $.payment.signIn)}
              </Button>
            ) : (
              <PayButton
                total={total}
                reason={wanted === null ? (missing ?? t(($) => $.payment.choose)) : undefined}
                busy={pay.busy}
                onPay={start}
              />
            )}
          </TotalLine>
        </>
      )}
    </Stack>
  )
}

/** The button that led back here is gone: the focus goes to what can be changed now. */
function FocusedAtFirst({ when, children }: { when: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [first] = useState(when)
  useEffect(() => {
    if (first) place.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [first])
  return <div ref={place}>{children}</div>
}
