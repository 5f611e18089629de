import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { toMajorUnits } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { createIdempotencyKey } from '../../../../app/api/idempotency-key.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { SegmentedControl } from '../../../../ui/choices/segmented-control.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { formatProviderMoney } from '../money-text.ts'
import { refundOrder, type Attempt } from '../orders.queries.ts'
import { findRefundable, parseRefundSum } from './refund-form.ts'

interface RefundDialogProps {
  open: boolean
  onClose: () => void
  file: OrderDetails
}

interface Fields {
  attempt: string
  how: 'whole' | 'part'
  typed: string
  reason: string
}

const reasonMax = 200

/**
 * Refunds an order, in full or in part: the input is confirmed before it runs. One key per dialog makes a
 * second press, or a press after a lost answer, the same refund.
 */
export function RefundDialog({ open, onClose, file }: RefundDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [key] = useState(createIdempotencyKey)
  const [fields, setFields] = useState<Fields>({ attempt: '', how: 'whole', typed: '', reason: '' })
  const changed = useChanged(fields)
  const [step, setStep] = useState<'enter' | 'checked' | 'confirm'>('enter')
  const choices = findRefundable(file)
  const attempt = choices.find(({ id }) => id === fields.attempt) ?? choices[0]
  const sum = attempt ? parseRefundSum(attempt.left, fields.how, fields.typed) : null
  const reason = fields.reason.trim()
  const text =
    sum === null || !attempt ? '' : formatProviderMoney(sum, attempt.held?.currency ?? attempt.currency)
  const action = useAction(async () => {
    if (!attempt || sum === null) return
    // What paid the order is meant where none is named: that is what a whole refund takes back.
    const which = attempt.pays ? {} : { attempt: attempt.id }
    const { refundRequest } = await refundOrder(client, file.order.id, { amount: sum, reason, key, ...which })
    const title = refundRequest
      ? t(($) => $.adminOrders.approval.requested)
      : t(($) => $.adminOrders.refund.done)
    showToast({ tone: 'good', title, detail: text })
    onClose()
  })
  const save = () => {
    if (step === 'confirm') void action.run()
    else setStep(sum !== null && reason !== '' ? 'confirm' : 'checked')
  }
  if (!attempt) return null
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminOrders.refund.title, { number: file.order.number })}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={
        step === 'confirm'
          ? t(($) => $.adminOrders.refund.confirm, { amount: text })
          : t(($) => $.adminOrders.refund.next)
      }
    >
      {step === 'confirm' ? (
        <RefundConfirmation
          file={file}
          attempt={attempt}
          sum={sum ?? 0}
          text={text}
          onChange={() => {
            action.clear()
            setStep('enter')
          }}
        />
      ) : (
        <RefundFields
          choices={choices}
          attempt={attempt}
          fields={fields}
          onChange={(change) => setFields({ ...fields, ...change })}
          wrongSum={step === 'checked' && sum === null}
          wrongReason={step === 'checked' && reason === ''}
        />
      )}
    </FormDialog>
  )
}

interface EntryProps {
  choices: readonly Attempt[]
  attempt: Attempt
  fields: Fields
  onChange: (change: Partial<Fields>) => void
  wrongSum: boolean
  wrongReason: boolean
}

function RefundFields({ choices, attempt, fields, onChange, wrongSum, wrongReason }: EntryProps) {
  const { t } = useTranslation()
  const most = formatProviderMoney(attempt.left, attempt.held?.currency ?? attempt.currency)
  return (
    <>
      {choices.length > 1 && (
        <SelectField
          label={t(($) => $.adminOrders.refund.which)}
          value={attempt.id}
          onChange={(id) => onChange({ attempt: id })}
          options={choices.map(({ id, no, method, left, held, currency, pays }) => ({
            value: id,
            text: t(($) => (pays ? $.adminOrders.refund.paying : $.adminOrders.refund.extra), {
              method: t(($) => $.adminOrders.methods[method]),
              no,
              left: formatProviderMoney(left, held?.currency ?? currency),
            }),
          }))}
        />
      )}
      <SegmentedControl
        wide
        label={t(($) => $.adminOrders.refund.how)}
        value={fields.how}
        onChange={(how) => onChange({ how })}
        options={[
          { value: 'whole', text: t(($) => $.adminOrders.refund.whole) },
          { value: 'part', text: t(($) => $.adminOrders.refund.part) },
        ]}
      />
      <TextField
        required
        label={t(($) => $.adminOrders.refund.amount)}
        aside={t(($) => $.adminOrders.refund.most, { amount: most })}
        inputMode="decimal"
        readOnly={fields.how === 'whole'}
        value={fields.how === 'whole' ? toMajorUnits(attempt.left) : fields.typed}
        onChange={(event) => onChange({ typed: event.currentTarget.value })}
        error={wrongSum ? t(($) => $.adminOrders.refund.badAmount, { amount: most }) : null}
      />
      <TextField
        required
        label={t(($) => $.adminOrders.refund.reason)}
        aside={`${fields.reason.length} / ${reasonMax}`}
        maxLength={reasonMax}
        value={fields.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        hint={t(($) => $.adminOrders.refund.reasonHint)}
        error={wrongReason ? t(($) => $.admin.form.required) : null}
      />
    </>
  )
}

interface ConfirmProps {
  file: OrderDetails
  attempt: Attempt
  sum: number
  text: string
  onChange: () => void
}

function RefundConfirmation({ file: { order }, attempt, sum, text, onChange }: ConfirmProps) {
  const { t } = useTranslation()
  const method = t(($) => $.adminOrders.methods[attempt.method])
  const isWhole = attempt.pays && sum === attempt.left
  return (
    <Note
      tone="warn"
      action={
        <Button size="sm" onClick={onChange}>
          {t(($) => $.adminOrders.refund.change)}
        </Button>
      }
    >
      <p>{t(($) => $.adminOrders.refund.ask, { amount: text, method })}</p>
      {isWhole && <p>{t(($) => $.adminOrders.refund.takesBack)}</p>}
      {!isWhole && order.state === 'fulfilled' && <p>{t(($) => $.adminOrders.refund.keeps)}</p>}
    </Note>
  )
}
