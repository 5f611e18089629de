import type { CSSProperties } from 'react'
import styles from './marquee.module.css'

/** One line that scrolls; it pauses under the pointer and stays still if reduced motion is requested (B2). */
export function Marquee({ label, text }: { label: string; text: string }) {
  const pace = { '--characters': text.length } as CSSProperties
  return (
    <section aria-label={label} className={styles.strip}>
      <span className={styles.dot} aria-hidden="true" />
      <div className={styles.window}>
        <div className={styles.track} style={pace}>
          <span className={styles.text}>{text}</span>
          <span className={styles.again} aria-hidden="true">
            {text}
          </span>
        </div>
      </div>
    </section>
  )
}
