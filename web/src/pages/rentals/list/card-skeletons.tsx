import { useTranslation } from '../../../locales/translate.ts'
import { loadingDelayMs } from '../../../ui/loading/loading-delay.ts'
import { useDelay } from '../../../ui/state/use-delay.ts'
import styles from './list.module.css'

/** Cards of the final height while the servers are on their way; nothing for the first 300 ms. */
export function CardSkeletons() {
  const { t } = useTranslation()
  const shown = useDelay(loadingDelayMs)
  const card = (
    <div className={styles.skeleton}>
      <span className={styles.skeletonTile} />
      <span className={styles.skeletonWord} />
      <span className={styles.skeletonBar} />
    </div>
  )
  return (
    <output className={styles.loading} aria-label={t(($) => $.common.loading)}>
      {shown && (
        <>
          {card}
          {card}
        </>
      )}
    </output>
  )
}
