import { formatMoney, currencySymbol, type Currency } from '@clutch/contract/rules/payments/money.ts'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './money.module.css'

interface MoneyProps {
  /** Minor units: fen, cents. */
  amount: number
  currency: Currency
  /** 20, or 30 (default) high. */
  size?: 'm' | 'l'
}

/** A sum that counts, as a big figure with its symbol small before it. */
export function Money({ amount, currency, size = 'l' }: MoneyProps) {
  const [sign = '', figures = ''] = formatMoney(amount, currency).split(currencySymbol(currency))
  return (
    <span className={joinClassNames(styles.money, styles[size])}>
      {sign}
      <span className={styles.symbol}>{currencySymbol(currency)}</span>
      {figures}
    </span>
  )
}
