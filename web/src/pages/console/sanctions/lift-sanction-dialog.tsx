import type { Sanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { reasonMaxLength } from '@clutch/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { FormText } from '../../../ui/forms/form.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useSanctionText } from './sanction-text.tsx'
import { liftSanction } from './sanctions.queries.ts'

interface LiftSanctionDialogProps {
  open: boolean
  sanction: Sanction
  onClose: () => void
}

/** Ends a ban, mute or gag now. */
export function LiftSanctionDialog({ open, sanction, onClose }: LiftSanctionDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useSanctionText()
  const [reason, setReason] = useState('')
  const changed = useChanged({ reason })
  const { id, revision } = sanction
  const action = useAction(async () => {
    await liftSanction(client, id, { reason: reason.trim(), revision })
    showToast({ tone: 'good', title: t(($) => $.adminSanctions.lifted) })
    onClose()
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminSanctions.liftTitle, { name: words.nameOf(sanction) })}
      changed={changed}
      onSave={() => void action.run()}
      action={action}
      saveLabel={t(($) => $.adminSanctions.lift)}
    >
      <FormText>{t(($) => $.adminSanctions.liftText)}</FormText>
      <TextField
        label={t(($) => $.adminSanctions.liftReason)}
        maxLength={reasonMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
