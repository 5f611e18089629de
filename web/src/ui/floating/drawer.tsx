import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { DrawerProps } from '../dialogs/drawer.tsx'
import { findPageHeading } from '../layout/keep-focus.ts'
import styles from './drawer.module.css'

export function FloatingDrawer({ open, onClose, label, toggle, children }: DrawerProps) {
  const [openedAt, setOpenedAt] = useState('')
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpenedAt(location.pathname)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup
          className={styles.drawer}
          aria-label={label}
          finalFocus={() => (location.pathname === openedAt ? true : findPageHeading())}
        >
          <div className={styles.content}>{children}</div>
          {toggle}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
