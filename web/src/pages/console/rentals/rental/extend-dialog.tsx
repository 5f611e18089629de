import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { createIdempotencyKey } from '../../../../app/api/idempotency-key.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { extendRental } from '../rentals.queries.ts'

const units = { hours: { hours: 1, max: 24 * 366 }, days: { hours: 24, max: 366 } } as const
type Unit = keyof typeof units

/** Gives a rental some hours or days more; one key a dialog makes a second press the same. */
export function ExtendDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [key] = useState(createIdempotencyKey)
  const [typed, setTyped] = useState('1')
  const [unit, setUnit] = useState<Unit>('days')
  const changed = useChanged({ typed, unit })
  const [checked, setChecked] = useState(false)
  const { hours, max } = units[unit]
  const good = /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max
  const action = useAction(async () => {
    const expires = await extendRental(client, number, { hours: Number(typed) * hours, key })
    const title = t(($) => $.adminRentals.extend.done, { time: formatConsoleTime(expires) })
    showToast({ tone: 'good', title })
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
      title={t(($) => $.adminRentals.extend.title, { number })}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminRentals.acts.extend)}
    >
      <FormText small>{t(($) => $.adminRentals.extend.from)}</FormText>
      <TextField
        required
        label={t(($) => $.adminRentals.extend.amount)}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={checked && !good ? t(($) => $.admin.form.badNumber, { min: 1, max }) : null}
      />
      <SelectField
        label={t(($) => $.adminRentals.extend.unit)}
        value={unit}
        onChange={setUnit}
        options={(['days', 'hours'] as const).map((value) => ({
          value,
          text: t(($) => $.adminRentals.extend[value]),
        }))}
      />
    </FormDialog>
  )
}
