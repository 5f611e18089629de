import type { ReactNode, RefObject } from 'react'
import { useFloating } from './floating.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** 420 (forms, default) or 800. Full height on a phone. */
  width?: 's' | 'l' | undefined
  /** Buttons, the action at the right. */
  footer?: ReactNode
  /** What gets the focus first; the first thing that can have it otherwise. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A dialog: focus is trapped, Escape, the cross and the scrim close it, focus returns to the opener. */
export function Dialog(props: DialogProps) {
  const parts = useFloating(props.open)
  return parts && <parts.FloatingDialog {...props} />
}
