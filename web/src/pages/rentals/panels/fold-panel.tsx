import { useId, type ReactNode } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spacer } from '../../../ui/layout/layout.tsx'
import { panelClosedPx, panelOpenPx } from '../../../ui/layout/layout-sizes.ts'
import styles from './panels.module.css'

interface FoldPanelProps {
  /** Its name for screen readers. */
  label: string
  /** At the left of its head. */
  head: ReactNode
  /** Buttons before the one that folds it. */
  tools?: ReactNode
  open: boolean
  onToggle: () => void
  /** Renders the open content, and the short content when folded. */
  children: (open: boolean) => ReactNode
}

/** G1: a panel of 280 px that folds to 88. */
export function CollapsiblePanel({ label, head, tools, open, onToggle, children }: FoldPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section
      aria-label={label}
      className={styles.panel}
      style={{ height: open ? panelOpenPx : panelClosedPx }}
    >
      <header className={styles.head}>
        {head}
        <Spacer />
        {tools}
        <Button
          variant="ghost"
          size="sm"
          trailing="chevron"
          className={open ? styles.unfolded : undefined}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <span className={styles.foldWord}>
            {open ? t(($) => $.practice.collapse) : t(($) => $.practice.expand)}
          </span>
        </Button>
      </header>
      <div id={id} className={styles.body}>
        {children(open)}
      </div>
    </section>
  )
}
