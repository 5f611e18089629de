import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { FormText } from '../../../../ui/forms/form.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useChanged } from '../../kit/drafts/use-changed.ts'
import { answerQuestion, type Question } from '../orders.queries.ts'

interface AnswerDialogProps {
  open: boolean
  onClose: () => void
  question: Question
}

const answerMax = 1_000

/** Answers what a buyer asked, or puts another answer in the place of the one there is. */
export function AnswerDialog({ open, onClose, question }: AnswerDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState(question.answer ?? '')
  const changed = useChanged(typed)
  const [checked, setChecked] = useState(false)
  // A single line: mails and the order page show it in one row.
  const answer = typed.replaceAll(/\s+/g, ' ').trim()
  const action = useAction(async () => {
    await answerQuestion(client, question.id, answer)
    showToast({ tone: 'good', title: t(($) => $.adminOrders.questions.done) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (answer !== '') void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminOrders.questions.title, { number: question.number })}
      changed={changed}
      onSave={save}
      action={action}
      saveLabel={t(($) => $.adminOrders.questions.reply)}
    >
      <blockquote>{question.text}</blockquote>
      <TextArea
        required
        label={t(($) => $.adminOrders.questions.answer)}
        aside={`${typed.length} / ${answerMax}`}
        maxLength={answerMax}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={checked && answer === '' ? t(($) => $.admin.form.required) : null}
      />
      <FormText small>{t(($) => $.adminOrders.questions.hint)}</FormText>
    </FormDialog>
  )
}
