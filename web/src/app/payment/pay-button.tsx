import { formatMoney } from '@clutch/contract/rules/money.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../error-text.ts'
import type { Total } from './use-total.ts'

interface PayButtonProps {
  total: Total
  /** Why there is nothing to pay for. */
  reason: string | undefined
  busy: boolean
  onPay: () => void
}

/** H6: the one filled button, with the amount; where it cannot be pressed it says why. */
export function PayButton({ total, reason, busy, onPay }: PayButtonProps) {
  const { t } = useTranslation()
  const words = useErrorText()
  const { amount, currency, missing, loading, error, couponError } = total
  const noPrice = missing ? t(($) => $.errors['price.invalid']) : undefined
  const notYet = loading || error !== null ? t(($) => $.common.loading) : undefined
  const noCoupon = couponError === null ? undefined : words(couponError)
  return (
    <Button
      variant="primary"
      size="lg"
      submitting={busy}
      disabledReason={reason ?? noPrice ?? notYet ?? noCoupon}
      onClick={onPay}
    >
      {amount === null
        ? t(($) => $.payment.payPlain)
        : t(($) => $.payment.pay, { amount: formatMoney(amount, currency) })}
    </Button>
  )
}
