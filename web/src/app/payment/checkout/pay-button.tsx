import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useErrorText } from '../../api/error-text.ts'
import type { Total } from './use-total.ts'

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
export function PayButton({ total, reason, words, busy, onPay }: PayButtonProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const ordinary = (sum: string | null) =>
    sum === null ? t(($) => $.payment.payPlain) : t(($) => $.payment.pay, { amount: sum })
  const { amount, currency, missing, loading, error, couponError } = total
  const noPrice = missing ? t(($) => $.errors['price.invalid']) : undefined
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
