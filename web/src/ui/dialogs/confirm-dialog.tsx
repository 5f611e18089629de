import type { RefObject } from 'react'
import type { FinalFocus } from './dialog.tsx'
import { useFloating } from './lazy-floating.ts'

export interface ConfirmDialogProps {
  open: boolean
  onCancel: () => void
  onConfirm: () => void
  title: string
  message: string
  /** What the action is called, not "ok". */
  action: string
  /** What letting it be is called; "cancel" otherwise. */
  keep?: string | undefined
  /** It is being done: the button turns, and nothing can be pressed twice. */
  submitting?: boolean | undefined
  /** Why it did not work. */
  error?: string | null | undefined
  /** What gets the focus afterwards, where the opener is gone by then. */
  finalFocus?: FinalFocus | RefObject<HTMLElement | null> | undefined
}

/** Asks before something that cannot be taken back: title, message, the action in red, and cancel, which has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const parts = useFloating(props.open)
  return parts && <parts.FloatingConfirm {...props} />
}
