import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ServerDialogProps } from './dialog-props.ts'
import { refundServer } from '../rentals.queries.ts'

/** G25: the money back for a server that could not be made; the server is gone from the list then. */
export function RefundDialog({ server, onClose }: ServerDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <ActionDialog
      title={t(($) => $.practiceDialogs.refund.title)}
      action={t(($) => $.practiceDialogs.refund.take)}
      act={() => refundServer(client, server.instance_id)}
      done={t(($) => $.practiceDialogs.refund.done)}
      doneNext={t(($) => $.practiceDialogs.refund.doneNext)}
      failed={t(($) => $.practiceDialogs.refund.failed)}
      onClose={onClose}
    >
      <FormText>{t(($) => $.practiceDialogs.refund.text, { name: server.instance_name })}</FormText>
    </ActionDialog>
  )
}
