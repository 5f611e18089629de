import { Dialog } from '@base-ui/react/dialog'
import type { DrawerProps } from '../drawer.tsx'
import styles from './drawer.module.css'

export function FloatingDrawer({ open, onClose, label, toggle, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.drawer} aria-label={label}>
          <div className={styles.content}>{children}</div>
          {toggle}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
