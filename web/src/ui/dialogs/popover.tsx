import type { ReactNode, RefObject } from 'react'
import { useFloating } from './lazy-floating.ts'

export interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The anchor element; usually the opener. */
  anchor: Element | null
  /** Its name for screen readers. */
  label: string
  align?: 'start' | 'center' | 'end' | undefined
  /** The initially focused element; default: the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A popup 6 px below its anchor, above where it would overflow. Escape and a press outside close it. */
export function Popover(props: PopoverProps) {
  const parts = useFloating(props.open)
  return parts && <parts.FloatingPopover {...props} />
}
