import type { ReactNode } from 'react'
import { useFloating } from './lazy-floating.ts'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  /** Its name for screen readers. */
  label: string
  /** The button that closes it, outside its panel but inside its focus trap. */
  toggle: ReactNode
  children: ReactNode
}

/** A panel over the scrim at the left edge, 288 wide (A12). */
export function Drawer(props: DrawerProps) {
  const parts = useFloating(props.open)
  return parts && <parts.FloatingDrawer {...props} />
}
