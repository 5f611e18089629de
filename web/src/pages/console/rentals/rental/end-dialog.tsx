import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { endRental } from '../rentals.queries.ts'

/** Ends a rental now, once its number was typed. */
export function EndDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const good = typed.trim().toLowerCase() === number
  const action = useAction(async () => {
    await endRental(client, number)
    showToast({ tone: 'good', title: t(($) => $.adminRentals.end.done) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (good) void action.run()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t(($) => $.adminRentals.end.title, { number })}
      // The input here is only a confirmation.
      changed={false}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.acts.end)}
      destroys
    >
      <FormText>{t(($) => $.adminRentals.end.message)}</FormText>
      <TextField
        required
        label={t(($) => $.adminRentals.end.type, { number })}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.adminRentals.end.wrong) : null}
      />
    </FormDialog>
  )
}
