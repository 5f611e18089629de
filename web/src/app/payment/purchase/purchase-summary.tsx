import styles from './purchase-summary.module.css'

/** At the foot of a purchase: what is ordered in one line, and what comes of it. */
export function PurchaseSummary({ what, promise }: { what: string; promise: string }) {
  return (
    <>
      <span className={styles.what}>{what}</span>
      <span className={styles.promise}>{promise}</span>
    </>
  )
}
