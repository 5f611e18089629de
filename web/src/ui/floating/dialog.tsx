import { Dialog } from '@base-ui/react/dialog'
import { useTranslation } from '../../locales/translate.ts'
import { IconButton } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import type { DialogProps } from '../dialogs/dialog.tsx'
import styles from './dialog.module.css'

export function FloatingDialog({
  open,
  onClose,
  title,
  width = 's',
  onBack,
  tools,
  framing = false,
  flush = false,
  welcome,
  footer,
  links,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const close = (
    <Dialog.Close
      render={<IconButton icon="close" variant="ghost" label={t(($) => $.common.close)} tooltip={null} />}
    />
  )
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Viewport className={joinClassNames(styles.viewport, framing && styles.around)}>
          <Dialog.Popup
            className={joinClassNames(styles.dialog, styles[width], framing && styles.framing)}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
          >
            {welcome ? (
              <header className={styles.welcome}>
                <span className={styles.mark} data-letter={welcome.letter} aria-hidden="true" />
                <Dialog.Title className={styles.welcomeTitle}>{title}</Dialog.Title>
                <Dialog.Description className={styles.lead}>{welcome.lead}</Dialog.Description>
                <span className={styles.corner}>{close}</span>
              </header>
            ) : (
              <header
                className={joinClassNames(
                  styles.head,
                  links !== undefined && styles.roomyHead,
                  onBack && styles.withBack,
                )}
              >
                {onBack && (
                  <IconButton
                    icon="back"
                    variant="ghost"
                    label={t(($) => $.common.back)}
                    tooltip={null}
                    onClick={onBack}
                  />
                )}
                <Dialog.Title className={styles.title}>{title}</Dialog.Title>
                {tools}
                {close}
              </header>
            )}
            <div
              className={joinClassNames(
                styles.body,
                links !== undefined && styles.roomy,
                framing && styles.framed,
                flush && styles.flush,
              )}
            >
              {children}
            </div>
            {footer && <footer className={styles.foot}>{footer}</footer>}
            {links !== undefined && (
              <footer className={joinClassNames(styles.foot, styles.links)}>{links}</footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
