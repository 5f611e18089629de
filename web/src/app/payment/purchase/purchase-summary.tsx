import styles from './purchase-summary.module.css'

/** The end of a purchase form: the order in one line, and its result. */
export function PurchaseSummary({ what, promise }: { what: string; promise: string }) {
  return (
    <>
      <span className={styles.what}>{what}</span>
      <span className={styles.promise}>{promise}</span>
    </>
  )
}
