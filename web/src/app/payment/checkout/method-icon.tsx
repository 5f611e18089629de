import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import styles from './method-icon.module.css'

/** Drawn by what one does, never a provider's logo: a code is scanned, a purse is opened, a card is shown. */
const shapes: Record<PaymentMethod, string> = {
  wechat:
    'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M4 12h16',
  alipay:
    'M18 8V6a1 1 0 0 0-1-1H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6M16 13.5h.01',
  paypal:
    'M5.500 5h13A2.500 2.500 0 0 1 21 7.500v9a2.500 2.500 0 0 1-2.500 2.500h-13A2.500 2.500 0 0 1 3 16.500v-9A2.500 2.500 0 0 1 5.500 5zM3 10h18M7 15h3',
}

/** The icon of a payment method; its name is next to it. */
export function MethodIcon({ method }: { method: PaymentMethod }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[method]} />
    </svg>
  )
}
