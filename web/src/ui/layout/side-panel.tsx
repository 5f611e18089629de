import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import styles from './side-panel.module.css'

/**
 * A screen with a detail panel next to it (404 wide) that scrolls separately; in a narrow window the panel
 * covers the screen.
 */
export function WithSidePanel({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      {panel}
    </div>
  )
}

interface SidePanelProps {
  /** Its name for screen readers. */
  label: string
  onClose: () => void
  children: ReactNode
}

/** The details; Escape closes them, unless their content handled it. */
export function SidePanel({ label, onClose, children }: SidePanelProps) {
  const box = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const listening = new AbortController()
    box.current?.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      },
      listening,
    )
    return () => listening.abort()
  }, [])
  return (
    <aside ref={box} aria-label={label} className={styles.panel}>
      {children}
    </aside>
  )
}
