import { useEffect, useState } from 'react'
import { floatingIntent } from '../dialogs/lazy-floating.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './floating-button.module.css'

interface FloatingButtonProps {
  icon: IconName
  label: string
  expanded: boolean
  onClick: () => void
}

/** The round button at the bottom right of a phone (A12). It moves away while the page scrolls down, so that it covers no row. */
export function FloatingButton({ icon, label, expanded, onClick }: FloatingButtonProps) {
  const away = useIsScrollingDown() && !expanded
  return (
    <button
      type="button"
      className={styles.button}
      data-away={away || undefined}
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
      {...floatingIntent}
    >
      <Icon name={icon} size="l" />
    </button>
  )
}

/** Scrolling by less does not count as a direction. CSS px. */
const minScrollPx = 8

/** Whether the content was last scrolled down, and not to its end, where the page leaves room for the button. */
function useIsScrollingDown(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let last = 0
    const look = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.id !== 'content') return
      const { scrollTop, scrollHeight, clientHeight } = target
      const moved = scrollTop - last
      const atEnd = scrollTop <= 0 || scrollTop + clientHeight >= scrollHeight - 1
      if (Math.abs(moved) < minScrollPx && !atEnd) return
      last = scrollTop
      setDown(moved > 0 && !atEnd)
    }
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', look, { capture: true })
  }, [])
  return down
}
