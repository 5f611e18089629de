import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { CouponField } from './coupon-field.tsx'
import { useIsInDialog } from '../purchase/dialog-context.ts'
import styles from './folded-coupon.module.css'
import type { Total } from './use-total.ts'

interface FoldedCouponProps {
  coupon: string | null
  onCoupon: (coupon: string | null) => void
  total: Total
}

/** H7: The coupon field; in a dialog only a link until the user opens it. */
export function CollapsedCoupon(props: FoldedCouponProps) {
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
