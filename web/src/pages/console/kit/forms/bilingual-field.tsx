import { useTranslation } from '../../../../locales/translate.ts'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'

export interface BilingualText {
  zh: string
  en: string
}

interface BothLanguagesProps {
  label: string
  value: BilingualText
  onChange: (value: BilingualText) => void
  /** The most characters of each. */
  max: number
  /** Some lines instead of one. */
  lines?: number | undefined
  /** The error, shown at the Chinese field. */
  error?: string | null | undefined
  /** It may be empty in one language, not in both. */
  required?: boolean
}

/** A text in Chinese and in English, one field each, with how much of its room is taken. */
export function BilingualField({
  label,
  value,
  onChange,
  max,
  lines,
  error,
  required = false,
}: BothLanguagesProps) {
  const { t } = useTranslation()
  const needed = required ? `${t(($) => $.admin.form.oneLanguage)} · ` : ''
  return (['zh', 'en'] as const).map((language) => {
    const field = {
      label: t(($) => $.admin.form[language], { label }),
      lang: language === 'zh' ? 'zh-CN' : 'en',
      value: value[language],
      maxLength: max,
      aside: `${needed}${value[language].length} / ${max}`,
      error: language === 'zh' ? (error ?? null) : null,
    }
    const change = (text: string) => onChange({ ...value, [language]: text })
    return lines === undefined ? (
      <TextField key={language} {...field} onChange={(event) => change(event.currentTarget.value)} />
    ) : (
      <TextArea
        key={language}
        {...field}
        rows={lines}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  })
}
