import { maxUpdateDeadlineMinutes, minUpdateDeadlineMinutes } from '@clutch/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { holdUpdates, setDeadline } from './game-updates.queries.ts'

const reasonMax = 200
const suggestedMinutes = '30'

/** Stops every restart for an update, with a reason that other operators read. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const good = reason.trim() !== ''
  const changed = useChanged({ reason })
  const action = useAction(async () => {
    await holdUpdates(client, reason.trim())
    showToast({ tone: 'good', title: t(($) => $.adminRentals.updates.heldNow) })
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
      title={t(($) => $.adminRentals.updates.holdTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.updates.hold)}
    >
      <FormText small>{t(($) => $.adminRentals.updates.holdHelp)}</FormText>
      <TextField
        required
        label={t(($) => $.adminRentals.updates.reason)}
        value={reason}
        maxLength={reasonMax}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.admin.form.required) : null}
      />
    </FormDialog>
  )
}

/** Sets when occupied servers are restarted. */
export function DeadlineDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState(suggestedMinutes)
  const [checked, setChecked] = useState(false)
  const [min, max] = [minUpdateDeadlineMinutes, maxUpdateDeadlineMinutes]
  const good = /^\d{1,4}$/.test(typed) && Number(typed) >= min && Number(typed) <= max
  const changed = useChanged({ typed })
  const action = useAction(async () => {
    await setDeadline(client, Number(typed))
    showToast({ tone: 'good', title: t(($) => $.adminRentals.updates.deadlineSet) })
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
      title={t(($) => $.adminRentals.updates.deadlineTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.updates.setDeadline)}
    >
      <FormText small>{t(($) => $.adminRentals.updates.deadlineHelp)}</FormText>
      <TextField
        required
        label={t(($) => $.adminRentals.updates.minutes)}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.admin.form.badNumber, { min, max }) : null}
      />
    </FormDialog>
  )
}
