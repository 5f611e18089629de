import { maxAmount, toMajorUnits, toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { createPriceRows, type PriceCell } from './price-cells.ts'
import { pricesQuery, removePrice, savePrice } from './prices.queries.ts'

interface PriceDialogProps {
  open: boolean
  onClose: () => void
  cell: PriceCell
  /** The product and its duration. */
  name: string
}

/** What one term costs in one currency, typed in whole units; or that it is not sold any more. */
export function PriceDialog({ open, onClose, cell, name }: PriceDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const { ask, asking } = useConfirmation()
  const draft = useDraft({
    keepAs: 'price',
    item: cell,
    fieldsOf: (of) => ({ typed: of === null || of.amount === null ? '' : toMajorUnits(of.amount) }),
    newest: async () => {
      const prices = await client.fetchQuery({ ...pricesQuery, staleTime: 0 })
      return createPriceRows(prices).flatMap(({ cells }) => Object.values(cells))
    },
    names: { typed: t(($) => $.adminPrices.prices.dialog, { currency: cell.currency }) },
  })
  const { fields, change, revision = 0 } = draft
  const typed = toMinorUnits(fields.typed.trim())
  const amount = typed !== null && typed >= 1 && typed <= maxAmount ? typed : null
  const action = useSave(draft, async () => {
    if (amount === null) return
    await savePrice(client, cell, { amount, revision })
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (amount !== null) void action.run()
  }
  const stop = () =>
    ask({
      title: t(($) => $.adminPrices.prices.stopTitle),
      message: t(($) => $.adminPrices.prices.stopMessage, { name, currency: cell.currency }),
      action: t(($) => $.adminPrices.prices.stop),
      run: async () => {
        await removePrice(client, cell, revision)
        showToast({ tone: 'good', title: t(($) => $.adminPrices.prices.stopped) })
        onClose()
      },
    })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={name}
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <TextField
        required
        label={t(($) => $.adminPrices.prices.dialog, { currency: cell.currency })}
        inputMode="decimal"
        value={fields.typed}
        onChange={(event) => change({ typed: event.currentTarget.value })}
        hint={t(($) => $.adminPrices.prices.amountHint)}
        error={
          checked && amount === null
            ? t(($) => $.adminPrices.prices.badAmount, { most: toMajorUnits(maxAmount) })
            : null
        }
      />
      {revision > 0 && (
        <div>
          <Button variant="danger" size="sm" onClick={stop}>
            {t(($) => $.adminPrices.prices.stop)}
          </Button>
        </div>
      )}
      {asking}
    </FormDialog>
  )
}
