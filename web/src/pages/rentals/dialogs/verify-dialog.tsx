import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ServerDialogProps } from './dialog-props.ts'
import { verifyServer } from '../rentals.queries.ts'

/** G24: verifies the files of a server; up to about 15 minutes, and its actions are locked meanwhile. */
export function VerifyDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <ActionDialog
      title={t(($) => $.practiceDialogs.verify.title)}
      action={t(($) => $.practiceDialogs.verify.begin)}
      act={() => verifyServer(client, server.instance_id)}
      done={t(($) => $.practiceDialogs.verify.done)}
      doneNext={t(($) => $.practiceDialogs.verify.doneNext)}
      failed={t(($) => $.practiceDialogs.verify.failed)}
      onClose={onClose}
    >
      <FormText>{t(($) => $.practiceDialogs.verify.text, { name: server.instance_name })}</FormText>
      <Note tone="busy">{t(($) => $.practiceDialogs.verify.locked)}</Note>
    </ActionDialog>
  )
}
