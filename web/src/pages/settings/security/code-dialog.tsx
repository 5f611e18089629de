import { useId, useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { CodeField } from '../../../app/second-factor/code-field.tsx'
import { useCodeForm } from '../../../app/second-factor/use-code-form.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './security.module.css'

interface CodeDialogProps {
  open: boolean
  onClose: () => void
  title: string
  text: string
  /** The words of its button. */
  action: string
  danger?: boolean
  /** Rejects when the portal does not take the code. */
  onCode: (code: string) => Promise<void>
}

/** Asks for a code, also a recovery code, before something is done. */
export function CodeDialog({ open, onClose, title, text, action, danger = false, onCode }: CodeDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const code = useCodeForm(onCode)
  const close = () => {
    code.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>{t(($) => $.common.cancel)}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} submitting={code.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => void code.submit(event).then((done) => done && close())}
      >
        <p>{text}</p>
        <CodeField ref={field} {...code.field} recovery />
      </form>
    </Dialog>
  )
}
