import type { ReactNode, RefObject } from 'react'
import { useFloating } from './lazy-floating.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** 420 (forms, default) or 800. Full height on a phone. */
  width?: 's' | 'l' | undefined
  /** A button before the title that leads one step back. */
  onBack?: (() => void) | undefined
  /** Buttons before the cross. */
  tools?: ReactNode
  /** The content is a page of its own, up to the edges: 800 high, 85 % of the window on a phone. */
  framing?: boolean | undefined
  /** The content reaches the edges and handles scrolling itself. */
  flush?: boolean | undefined
  /** Instead of the bar: the community's mark, the title large, and a line under it. */
  welcome?: { letter: string; lead: string } | undefined
  /** Buttons, the action at the right. */
  footer?: ReactNode
  /** Ways to elsewhere at the bottom, the first at the left and the last at the right. */
  links?: ReactNode
  /** The initially focused element; default: the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null) | undefined
  /** What gets the focus afterwards, where that is not the opener; `true`: the opener. */
  finalFocus?: FinalFocus | undefined
  children: ReactNode
}

export type FinalFocus = () => HTMLElement | true

/** A dialog: focus is trapped, Escape, the cross and the scrim close it, focus returns to the opener. */
export function Dialog(props: DialogProps) {
  const parts = useFloating(props.open)
  return parts && <parts.FloatingDialog {...props} />
}
