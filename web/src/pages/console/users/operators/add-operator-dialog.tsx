import { isEmail, normalizeEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Note } from '../../../../ui/messages/note.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { addOperator } from '../users.queries.ts'

/** Makes a user an operator, by SteamID64 or the e-mail address of a bound account. */
export function AddOperatorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const who = normalizeEmail(typed)
  const wrong = !isSteamId(who) && !isEmail(who)
  const save = useAction(() => addOperator(client, who))
  const submit = async () => {
    setChecked(true)
    if (wrong || !(await save.run())) return
    showToast({ tone: 'good', title: t(($) => $.adminUsers.addedOp) })
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminUsers.addOp)}
      changed={typed !== ''}
      onSave={() => void submit()}
      action={save}
      saveLabel={t(($) => $.admin.form.add)}
    >
      <Note tone="busy">{t(($) => $.adminUsers.opWarning)}</Note>
      <TextField
        required
        label={t(($) => $.adminUsers.whoOp)}
        value={typed}
        maxLength={320}
        autoCapitalize="none"
        spellCheck={false}
        error={checked && wrong ? t(($) => $.adminUsers.badWho) : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
