import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Button } from '../buttons/button.tsx'
import { joinClassNames } from '../styles/class-names.ts'
import type { ConfirmDialogProps } from '../dialogs/confirm-dialog.tsx'
import { Note } from '../messages/note.tsx'
import styles from './dialog.module.css'

/** The second press of a double click does not answer a question that could not be read yet. */
function ignoreSecondPress(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation()
}

/** Nor does it take the focus off the button that cancels. */
function keepFocus(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

export function FloatingConfirm(props: ConfirmDialogProps) {
  const { open, onCancel, onConfirm, title, message, action, keep, submitting, error, finalFocus } = props
  const { t } = useTranslation()
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        {/* Also above a dialog: the dialog is dimmed. */}
        <AlertDialog.Backdrop forceRender className={styles.scrim} onMouseDown={keepFocus} />
        <AlertDialog.Viewport
          className={joinClassNames(styles.viewport, styles.asking)}
          onMouseDown={keepFocus}
          onClickCapture={ignoreSecondPress}
        >
          <AlertDialog.Popup
            className={joinClassNames(styles.dialog, styles.s)}
            initialFocus={cancel}
            finalFocus={finalFocus}
          >
            <header className={styles.head}>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            </header>
            <div className={joinClassNames(styles.body, styles.question)}>
              <AlertDialog.Description>{message}</AlertDialog.Description>
              {typeof error === 'string' && <Note tone="bad">{error}</Note>}
            </div>
            <footer className={styles.foot}>
              <AlertDialog.Close render={<Button ref={cancel}>{keep ?? t(($) => $.common.cancel)}</Button>} />
              <Button variant="danger" submitting={submitting} onClick={onConfirm}>
                {action}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
