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
import { holdHost, holdUpdates, setDeadline } from './game-updates.queries.ts'

const reasonMax = 200
const suggestedMinutes = '30'

/** Stops every restart for an update, with a reason that other operators read. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <ReasonDialog
      title={t(($) => $.adminRentals.updates.holdTitle)}
      help={t(($) => $.adminRentals.updates.holdHelp)}
      saveLabel={t(($) => $.adminRentals.updates.hold)}
      onSave={async (reason) => {
        await holdUpdates(client, reason)
        showToast({ tone: 'good', title: t(($) => $.adminRentals.updates.heldNow) })
      }}
      onClose={onClose}
    />
  )
}

/** Stops the updates of one host. */
export function HostHoldDialog({
  hostName,
  revision,
  onClose,
}: {
  hostName: string
  revision: number
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <ReasonDialog
      title={t(($) => $.adminRentals.installs.holdTitle, { hostName })}
      help={t(($) => $.adminRentals.installs.holdHelp)}
      saveLabel={t(($) => $.adminRentals.installs.hold)}
      onSave={async (reason) => {
        await holdHost(client, hostName, { reason, revision })
        showToast({ tone: 'good', title: t(($) => $.adminRentals.installs.requested) })
      }}
      onClose={onClose}
    />
  )
}

interface ReasonDialogProps {
  title: string
  help: string
  saveLabel: string
  onSave: (reason: string) => Promise<void>
  onClose: () => void
}

function ReasonDialog({ title, help, saveLabel, onSave, onClose }: ReasonDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const good = reason.trim() !== ''
  const changed = useChanged({ reason })
  const action = useAction(async () => {
    await onSave(reason.trim())
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
      title={title}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={saveLabel}
    >
      <FormText small>{help}</FormText>
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
