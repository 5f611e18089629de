import type { ReactNode, Ref } from 'react'
import { joinClassNames } from '../styles/class-names.ts'
import { Spinner } from './spinner.tsx'
import styles from './reload-cover.module.css'

interface ReloadCoverProps {
  /** The old content stays, blurred, under a spinner, and cannot be used. */
  covered: boolean
  /** The content being loaded, for screen readers. */
  label: string
  /** Whether the content scrolls inside or, being as high as it is, with the page. */
  scrolls: 'inside' | 'with-page'
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Where a list lives that is loaded again now and then. */
export function ReloadCover({ covered, label, scrolls, ref, children }: ReloadCoverProps) {
  return (
    <div
      data-list
      className={joinClassNames(styles.surface, scrolls === 'with-page' && styles.withPage)}
      aria-busy={covered}
    >
      <div ref={ref} className={joinClassNames(styles.content, covered && styles.blurred)} inert={covered}>
        {children}
      </div>
      {covered && (
        <div className={styles.overlay}>
          <Spinner size="l" label={label} />
        </div>
      )}
    </div>
  )
}
