import { couponPattern, normalizeCouponCode } from '@clutch/contract/rules/payments/coupons.ts'
import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useErrorText } from '../../api/error-text.ts'
import type { Total } from './use-total.ts'

interface CouponFieldProps {
  /** The coupon that counts; null for none. */
  coupon: string | null
  onCoupon: (coupon: string | null) => void
  total: Total
}

/** H7: A coupon is checked by its button or Enter; the field shows the discount or the reason for refusal. */
export function CouponField({ coupon, onCoupon, total }: CouponFieldProps) {
  const { t } = useTranslation()
  const words = useErrorText()
  const [text, setText] = useState(coupon ?? '')
  const [malformed, setMalformed] = useState(false)
  const typed = normalizeCouponCode(text)
  const use = () => {
    const fine = couponPattern.test(typed)
    setMalformed(!fine && typed !== '')
    onCoupon(fine ? typed : null)
  }
  const remove = () => {
    setText('')
    onCoupon(null)
  }
  const asking = coupon !== null && total.loading
  const applied = coupon !== null && !asking && total.couponError === null && total.amount !== null
  const refused = coupon !== null && total.couponError !== null ? words(total.couponError) : null
  return (
    <TextField
      label={t(($) => $.payment.coupon)}
      placeholder={t(($) => $.payment.couponPlaceholder)}
      name="coupon"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      value={text}
      good={applied}
      hint={<CouponHint total={total} applied={applied} waiting={coupon === null && typed !== ''} />}
      error={malformed ? t(($) => $.payment.couponWrong) : refused}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setMalformed(false)
        onCoupon(null)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        use()
      }}
      action={
        coupon !== null && !asking ? (
          <Button size="field" onClick={remove}>
            {t(($) => $.payment.remove)}
          </Button>
        ) : (
          <Button size="field" submitting={asking} onClick={use}>
            {t(($) => $.payment.apply)}
          </Button>
        )
      }
    />
  )
}

function CouponHint({ total, applied, waiting }: { total: Total; applied: boolean; waiting: boolean }) {
  const { t } = useTranslation()
  const off = total.list !== null && total.amount !== null ? total.list - total.amount : 0
  if (!applied) return <output>{waiting && t(($) => $.payment.couponReady)}</output>
  return (
    <output>
      {off > 0
        ? t(($) => $.payment.couponOff, { amount: formatMoney(off, total.currency) })
        : t(($) => $.payment.couponNothing)}
    </output>
  )
}
