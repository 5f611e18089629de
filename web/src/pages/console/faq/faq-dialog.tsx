import { faqQuestionMaxLength, type OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Note } from '../../../ui/messages/note.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { Switch } from '../../../ui/buttons/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { FormDialog } from '../kit/forms/form-dialog.tsx'
import { useDraft, useSave } from '../kit/drafts/use-draft.ts'
import { parseWholeNumber } from '../kit/forms/whole-number.ts'
import { AnswerField } from './answer-field.tsx'
import { operatorFaqsQuery, saveFaq } from './faqs.queries.ts'
import { completeLanguages } from './complete-languages.ts'

interface FaqDialogProps {
  open: boolean
  /** Null for a new one. */
  faq: OperatorFaq | null
  /** The position of the last there is. */
  after: number
  onClose: () => void
}

const maxOrder = 10_000
const step = 10
const emptyText = { zh: '', en: '' }

/** Adds a question and its answer, or changes them. */
export function FaqDialog({ open, faq, after, onClose }: FaqDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  const draft = useDraft({
    keepAs: 'faq',
    item: faq,
    fieldsOf: (of: OperatorFaq | null) => ({
      question: of?.question ?? emptyText,
      answer: of?.answer ?? emptyText,
      published: of?.published ?? true,
      place: String(of?.position ?? Math.min(maxOrder, after + step)),
    }),
    newest: () => client.fetchQuery({ ...operatorFaqsQuery, staleTime: 0 }),
    names: {
      question: t(($) => $.adminWords.faq.question),
      answer: t(($) => $.adminWords.faq.answer),
      published: t(($) => $.adminWords.faq.publishedLong),
      place: t(($) => $.adminWords.position),
    },
  })
  const { fields, change, id, revision } = draft
  const { place, ...texts } = fields
  const position = parseWholeNumber(place, 0, maxOrder)
  const isUnread = completeLanguages(texts).length === 0
  const action = useSave(draft, async () => {
    if (position === null) return
    await saveFaq(id, { ...texts, position, revision })
    await client.invalidateQueries(operatorFaqsQuery)
    showToast({ tone: 'good', title: t(($) => $.admin.form.saved) })
    onClose()
  })
  const save = () => {
    setChecked(true)
    if (!isUnread && position !== null) void action.run()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      width="l"
      title={faq === null ? t(($) => $.adminWords.faq.add) : t(($) => $.adminWords.faq.edit)}
      changed={draft.changed}
      onSave={save}
      action={action}
      draft={draft}
    >
      <Texts texts={texts} onChange={change} />
      {checked && isUnread && <Note tone="bad">{t(($) => $.adminWords.faq.unread)}</Note>}
      <TextField
        required
        label={t(($) => $.adminWords.position)}
        inputMode="numeric"
        value={place}
        hint={t(($) => $.adminWords.positionHint)}
        error={
          checked && position === null ? t(($) => $.admin.form.badNumber, { min: 0, max: maxOrder }) : null
        }
        onChange={(event) => change({ place: event.currentTarget.value })}
      />
      <Switch checked={fields.published} onChange={(published) => change({ published })}>
        {t(($) => $.adminWords.faq.publishedLong)}
      </Switch>
    </FormDialog>
  )
}

type FaqText = Pick<OperatorFaq, 'question' | 'answer'>

/** Question and answer, one language at a time; the language names show which are complete. */
function Texts({ texts, onChange }: { texts: FaqText; onChange: (changed: Partial<FaqText>) => void }) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<'zh' | 'en'>('zh')
  const whole = completeLanguages(texts)
  const tab = (value: 'zh' | 'en') => {
    const name = t(($) => $.adminWords[value])
    const text = whole.includes(value) ? name : t(($) => $.adminWords.faq.incomplete, { language: name })
    return { value, text }
  }
  const lang = language === 'zh' ? 'zh-CN' : 'en'
  const { question, answer } = texts
  return (
    <Stack gap="l">
      <SegmentedControl
        wide
        label={t(($) => $.adminWords.faq.languages)}
        options={[tab('zh'), tab('en')]}
        value={language}
        onChange={setLanguage}
      />
      <TextField
        label={t(($) => $.adminWords.faq.question)}
        lang={lang}
        aside={`${question[language].length} / ${faqQuestionMaxLength}`}
        maxLength={faqQuestionMaxLength}
        value={question[language]}
        onChange={(event) => onChange({ question: { ...question, [language]: event.currentTarget.value } })}
      />
      <AnswerField
        key={language}
        lang={lang}
        value={answer[language]}
        onChange={(html) => onChange({ answer: { ...answer, [language]: html } })}
      />
    </Stack>
  )
}
