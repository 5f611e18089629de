import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDone, FormText } from '../../../ui/forms/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { CallFailure } from './call-failure.tsx'
import { OkButton } from './ok-button.tsx'

interface AskDialogProps {
  title: string
  /** Describes the action. */
  children: ReactNode
  /** What the action is called. */
  action: string
  act: () => Promise<void>
  /** The success message, and the next step. */
  done: string
  doneNext: string
  /** The message for a failure without a reason. */
  failed: string
  onClose: () => void
}

/** Asks for confirmation, runs the action, and confirms the result. */
export function ActionDialog(props: AskDialogProps) {
  const { title, children, action, act, done, doneNext, failed, onClose } = props
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  const acting = useAction(act)
  const confirm = async () => setDone(await acting.run())
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        isDone ? (
          <OkButton onClick={onClose} />
        ) : (
          <>
            <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
            <Button variant="primary" submitting={acting.busy} onClick={() => void confirm()}>
              {action}
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <FormDone title={done}>
          <FormText>{doneNext}</FormText>
        </FormDone>
      ) : (
        <Stack gap="l">
          {children}
          <CallFailure error={acting.error} otherwise={failed} />
        </Stack>
      )}
    </Dialog>
  )
}
