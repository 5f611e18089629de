import { faqAnswerMaxLength } from '@clutch/contract/api/content/operator-faqs.ts'
import { useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { AnswerHtml } from '../../../app/html/answer-html.tsx'
import { IconButton } from '../../../ui/buttons/button.tsx'
import type { IconName } from '../../../ui/icons/icon.tsx'
import { Panel, Row, Stack } from '../../../ui/layout/layout.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { htmlMarks, applyMark, type HtmlMark } from './html-marks.ts'

const icons = { bold: 'bold', link: 'link', list: 'list', code: 'code' } as const satisfies Record<
  HtmlMark,
  IconName
>

interface AnswerFieldProps {
  lang: 'zh-CN' | 'en'
  value: string
  onChange: (value: string) => void
}

/** The HTML of an answer: buttons for the commonest marks, the text, and how players will read it. */
export function AnswerField({ lang, value, onChange }: AnswerFieldProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (mark: HtmlMark) => {
    const field = area.current
    if (!field) return
    const { text, from, to } = applyMark(
      { text: field.value, from: field.selectionStart, to: field.selectionEnd },
      mark,
    )
    onChange(text)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from, to)
    })
  }
  return (
    <Stack gap="s">
      <div role="toolbar" aria-label={t(($) => $.adminWords.faq.marks)}>
        <Row gap="xs">
          {htmlMarks.map((mark) => (
            <IconButton
              key={mark}
              icon={icons[mark]}
              size="sm"
              label={t(($) => $.adminWords.faq.mark[mark])}
              onClick={() => put(mark)}
            />
          ))}
        </Row>
      </div>
      <TextArea
        ref={area}
        label={t(($) => $.adminWords.faq.answer)}
        aside={`${value.length} / ${faqAnswerMaxLength}`}
        lang={lang}
        rows={9}
        maxLength={faqAnswerMaxLength}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Panel title={t(($) => $.adminWords.faq.preview)}>
        {value.trim() === '' ? (
          t(($) => $.adminWords.faq.nothingYet)
        ) : (
          <AnswerHtml html={value} lang={lang} />
        )}
      </Panel>
    </Stack>
  )
}
