import type { ReactNode } from 'react'
import { VisuallyHidden } from '../text/text.tsx'
import styles from './tile-group.module.css'

interface TileGroupProps {
  /** The label of the choice, above the tiles. */
  label: string
  /** Beside the label. */
  beside?: ReactNode
  /** At the other end of its line. */
  aside: ReactNode
  /** The id of the description of the choice. */
  describedBy?: string | undefined
  /** The tiles, and what follows them. */
  children: ReactNode
}

/** Tiles of one choice under a line that names it. */
export function TileGroup({ label, beside, aside, describedBy, children }: TileGroupProps) {
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      <div className={styles.head}>
        <span aria-hidden="true">{label}</span>
        {beside}
        <div className={styles.aside}>{aside}</div>
      </div>
      {children}
    </fieldset>
  )
}
