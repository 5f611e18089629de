import { giftCardBatchMax } from '@clutch/contract/limits.ts'
import { vipDurations, type VipDuration } from '@clutch/contract/rules/payments/durations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { createIdempotencyKey } from '../../../app/api/idempotency-key.ts'
import { useAction } from '../../../app/api/use-action.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useChanged } from '../kit/drafts/use-changed.ts'
import { createCards, refetchCards, type CardBatchRequest, type CreatedCards } from './gift-cards.queries.ts'
import { CreatedCodes } from './created-codes.tsx'

interface MakeCardsProps {
  open: boolean
  onClose: () => void
}

const batchMax = 40

/** Makes a batch of cards, then shows their codes, once. */
export function CreateCards({ open, onClose }: MakeCardsProps) {
  const [made, setMade] = useState<{ wish: CardBatchRequest; cards: CreatedCards } | null>(null)
  if (made) return <CreatedCodes open={open} onClose={onClose} wish={made.wish} cards={made.cards} />
  return <CardBatchForm open={open} onClose={onClose} onMade={(wish, cards) => setMade({ wish, cards })} />
}

function CardBatchForm({
  open,
  onClose,
  onMade,
}: MakeCardsProps & { onMade: (wish: CardBatchRequest, cards: CreatedCards) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // One key a dialog: a second press makes no second batch.
  const [key] = useState(createIdempotencyKey)
  const [count, setCount] = useState('10')
  const [duration, setDuration] = useState<VipDuration>('1m')
  const [batch, setBatch] = useState('')
  const changed = useChanged({ count, duration, batch })
  const [checked, setChecked] = useState(false)
  const number = /^\d+$/.test(count.trim()) ? Number(count) : 0
  const countWrong = number < 1 || number > giftCardBatchMax
  const batchWrong = batch.trim() === ''
  const action = useAction(async () => {
    const wish = { count: number, duration, batch: batch.trim(), key }
    onMade(wish, await createCards(wish))
    await refetchCards(client)
  })
  const save = () => {
    setChecked(true)
    if (!countWrong && !batchWrong) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminPrices.cards.make)}
      saveLabel={t(($) => $.adminPrices.cards.make)}
      changed={changed}
      onSave={save}
      action={action}
    >
      <TextField
        required
        label={t(($) => $.adminPrices.cards.count)}
        inputMode="numeric"
        value={count}
        onChange={(event) => setCount(event.currentTarget.value)}
        error={
          checked && countWrong ? t(($) => $.admin.form.badNumber, { min: 1, max: giftCardBatchMax }) : null
        }
      />
      <SelectField
        label={t(($) => $.adminPrices.cards.duration)}
        options={vipDurations.map((value) => ({ value, text: t(($) => $.adminPrices.prices.terms[value]) }))}
        value={duration}
        onChange={setDuration}
      />
      <TextField
        required
        label={t(($) => $.adminPrices.cards.batch)}
        aside={`${batch.length} / ${batchMax}`}
        maxLength={batchMax}
        value={batch}
        onChange={(event) => setBatch(event.currentTarget.value)}
        hint={t(($) => $.adminPrices.cards.batchHint)}
        error={checked && batchWrong ? t(($) => $.admin.form.required) : null}
      />
    </FormDialog>
  )
}
