import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { toMajorUnits } from '@clutch/contract/rules/payments/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { createIdempotencyKey } from '../../../../app/api/idempotency-key.ts'
import { SegmentedControl } from '../../../../ui/choices/segmented-control.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
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
 * Refunds an order, in full or in part: a question over the form confirms the input before it runs. One key per
 * dialog makes a second press, or a press after a lost answer, the same refund.
 */
export function RefundDialog({ open, onClose, file }: RefundDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [key] = useState(createIdempotencyKey)
  const [fields, setFields] = useState<Fields>({ attempt: '', how: 'whole', typed: '', reason: '' })
  const changed = useChanged(fields)
  const [checked, setChecked] = useState(false)
  const { ask, asking } = useConfirmation()
  const choices = findRefundable(file)
  const attempt = choices.find(({ id }) => id === fields.attempt) ?? choices[0]
  const sum = attempt ? parseRefundSum(attempt.left, fields.how, fields.typed) : null
  const reason = fields.reason.trim()
  const confirm = (from: Attempt, amount: number) => {
    const text = formatProviderMoney(amount, from.held?.currency ?? from.currency)
    const method = t(($) => $.adminOrders.methods[from.method])
    const consequence =
      from.pays && amount === from.left
        ? t(($) => $.adminOrders.refund.takesBack)
        : file.order.state === 'fulfilled'
          ? t(($) => $.adminOrders.refund.keeps)
          : null
    ask({
      title: t(($) => $.adminOrders.refund.title, { number: file.order.number }),
      message: [t(($) => $.adminOrders.refund.ask, { amount: text, method }), consequence]
        .filter((line) => line !== null)
        .join('\n'),
      action: t(($) => $.adminOrders.refund.confirm, { amount: text }),
      run: async () => {
        // What paid the order is meant where none is named: that is what a whole refund takes back.
        const which = from.pays ? {} : { attempt: from.id }
        const { refundRequest } = await refundOrder(client, file.order.id, { amount, reason, key, ...which })
        const title = refundRequest
          ? t(($) => $.adminOrders.approval.requested)
          : t(($) => $.adminOrders.refund.done)
        showToast({ tone: 'good', title, detail: text })
        onClose()
      },
    })
  }
  if (!attempt) return null
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={t(($) => $.adminOrders.refund.title, { number: file.order.number })}
        changed={changed}
        onSave={() => {
          setChecked(true)
          if (sum !== null && reason !== '') confirm(attempt, sum)
        }}
        action={{ busy: false, error: null }}
        saveLabel={t(($) => $.adminOrders.refund.next)}
      >
        <RefundFields
          choices={choices}
          attempt={attempt}
          fields={fields}
          onChange={(change) => setFields({ ...fields, ...change })}
          wrongSum={checked && sum === null}
          wrongReason={checked && reason === ''}
        />
      </FormDialog>
      {asking}
    </>
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
