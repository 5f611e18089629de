import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { formatIsoDay } from '../../../../app/time/community-clock.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { createReport } from '../orders.queries.ts'

interface ReportDialogProps {
  open: boolean
  onClose: () => void
  /** Those that are set up. */
  providers: readonly PaymentMethod[]
}

const dayMs = 24 * 3_600_000

/** Compares any day with its bill; yesterday's is the newest there can be. */
export function ReportDialog({ open, onClose, providers }: ReportDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<PaymentMethod | null>(null)
  const [day, setDay] = useState(() => formatIsoDay(Date.now() - dayMs))
  const changed = useChanged({ chosen, day })
  const [checked, setChecked] = useState(false)
  const provider = chosen ?? providers[0]
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day)
  const action = useAction(async () => {
    if (provider === undefined) return
    await createReport(client, { provider, day })
    showToast({ tone: 'good', title: t(($) => $.adminOrders.reports.done) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (isDay) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminOrders.reports.makeTitle)}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminOrders.reports.make)}
    >
      <SelectField
        label={t(($) => $.adminOrders.reports.provider)}
        value={provider ?? 'alipay'}
        onChange={setChosen}
        options={providers.map((value) => ({ value, text: t(($) => $.adminOrders.methods[value]) }))}
      />
      <TextField
        required
        type="date"
        label={t(($) => $.adminOrders.reports.day)}
        aside={t(($) => $.admin.form.timeZone)}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={checked && !isDay ? t(($) => $.adminOrders.reports.badDay) : null}
      />
    </FormDialog>
  )
}
