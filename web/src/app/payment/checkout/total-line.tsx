import { formatMoney } from '@clutch/contract/rules/payments/money.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { Money } from '../../../ui/text/money.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { useIsInDialog } from '../purchase/dialog-context.ts'
import styles from './total-line.module.css'
import type { Total } from './use-total.ts'

interface TotalLineProps {
  total: Total
  /** What the total is for; default: the label of the total only. */
  summary?: ReactNode
  /** The button at its end. */
  children: ReactNode
}

/** H1, H6: The total in the method's currency; a missing price is shown as an error. */
export function TotalLine({ total, summary, children }: TotalLineProps) {
  const { t } = useTranslation()
  const { list, amount, currency, missing, loading } = total
  return (
    <div className={joinClassNames(styles.line, useIsInDialog() && styles.inFoot)}>
      <div className={styles.words}>
        {summary ?? <span className={styles.name}>{t(($) => $.payment.total)}</span>}
        {list !== null && amount !== null && list > amount && (
          <span className={styles.list}>
            {t(($) => $.payment.instead, { amount: formatMoney(list, currency) })}
          </span>
        )}
      </div>
      <output
        className={styles.sum}
        aria-label={summary === undefined ? undefined : t(($) => $.payment.total)}
      >
        {missing && <span className={styles.missing}>{t(($) => $.payment.noPrice)}</span>}
        {amount !== null && <Money amount={amount} currency={currency} />}
        {amount === null && loading && <Spinner />}
      </output>
      <div className={styles.action}>{children}</div>
    </div>
  )
}
