import { Dialog } from '@base-ui/react/dialog'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import type { DialogProps } from '../dialog.tsx'
import styles from './dialog.module.css'

export function FloatingDialog({
  open,
  onClose,
  title,
  width = 's',
  footer,
  initialFocus,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={classes(styles.dialog, styles[width])} initialFocus={initialFocus}>
            <header className={styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.Close
                render={
                  <IconButton icon="close" variant="ghost" label={t(($) => $.common.close)} tooltip={null} />
                }
              />
            </header>
            <div className={styles.body}>{children}</div>
            {footer && <footer className={styles.foot}>{footer}</footer>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
