import { useTranslation } from '../../locales/translate.ts'
import { loadingDelayMs } from './loading-delay.ts'
import { useDelay } from '../state/use-delay.ts'
import styles from './skeleton.module.css'

interface SkeletonRowsProps {
  rows: number
  /** Rows of a table (56, default) or cards of a phone (122). */
  shape?: 'row' | 'card'
}

/** Rows of the final height while a list is on its way; nothing for the first 300 ms. */
export function SkeletonRows({ rows, shape = 'row' }: SkeletonRowsProps) {
  const { t } = useTranslation()
  const shown = useDelay(loadingDelayMs)
  return (
    <output aria-label={t(($) => $.common.loading)} className={styles.list}>
      {shown &&
        Array.from({ length: rows }, (_, at) => (
          <span key={at} className={styles[shape]}>
            <span className={styles.tile} />
            <span className={styles.words}>
              <span className={styles.bar} />
              <span className={styles.bar} />
            </span>
            <span className={styles.bar} />
          </span>
        ))}
    </output>
  )
}
