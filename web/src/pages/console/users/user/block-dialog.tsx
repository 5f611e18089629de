import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Note } from '../../../../ui/messages/note.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { TermField } from '../groups/term-field.tsx'
import { findTermError, type MembershipTerm, type TermError } from '../groups/membership-term.ts'
import { blockUser, type UserView } from '../users.queries.ts'

const reasonMax = 200

interface BlockDialogProps {
  open: boolean
  onClose: () => void
  user: UserView
}

/** C16: The reason and end of a block. The player sees both. */
export function BlockDialog({ open, onClose, user }: BlockDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [reason, setReason] = useState(user.block?.reason ?? '')
  const [term, setTerm] = useState<MembershipTerm>({
    forGood: user.block !== null && user.block.expires === null,
    ends: user.block?.expires ?? null,
  })
  const [checked, setChecked] = useState(false)
  const changed = useChanged({ reason, term })
  const [fault, setFault] = useState<TermError | null>(null)
  const save = useAction(() =>
    blockUser(client, user.id, { reason: reason.trim(), expires: term.forGood ? null : term.ends }),
  )
  const noReason = reason.trim() === ''
  const submit = async () => {
    const wrong = findTermError(term, Date.now())
    setChecked(true)
    setFault(wrong)
    if (noReason || wrong !== null || !(await save.run())) return
    showToast({ tone: 'good', title: t(($) => $.adminUsers.blockDone) })
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminUsers.blockTitle, { name: user.username })}
      changed={changed}
      onSave={() => void submit()}
      action={save}
      saveLabel={t(($) => $.adminUsers.block)}
    >
      <Note tone="busy">{t(($) => $.adminUsers.blockText)}</Note>
      <TextField
        required
        label={t(($) => $.adminUsers.reason)}
        hint={t(($) => $.adminUsers.reasonHint)}
        value={reason}
        maxLength={reasonMax}
        error={checked && noReason ? t(($) => $.admin.form.required) : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TermField
        term={term}
        fault={fault}
        onChange={(changed) => {
          setTerm(changed)
          setFault(null)
        }}
      />
    </FormDialog>
  )
}
