import { useTranslation } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { BilingualField, type BilingualText } from '../kit/forms/bilingual-field.tsx'
import styles from './portal-settings.module.css'

interface TextListProps {
  /** What one of them is called, with its number. */
  label: (number: number) => string
  value: readonly BilingualText[]
  onChange: (value: BilingualText[]) => void
  max: number
  /** The most texts. */
  most: number
}

/** Texts in both languages, in an order: written, moved, added and taken out. */
export function TextList({ label, value, onChange, max, most }: TextListProps) {
  const { t } = useTranslation()
  const swapped = (one: number, other: number) =>
    value.map((text, at) => (at === one ? value[other] : at === other ? value[one] : text) ?? text)
  return (
    <Stack gap="l">
      {value.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text has no other name than its place
        <fieldset key={at} aria-label={label(at + 1)} className={styles.entry}>
          <BilingualField
            label={label(at + 1)}
            value={text}
            onChange={(changed) => onChange(value.map((other, place) => (place === at ? changed : other)))}
            max={max}
          />
          <Row gap="xs">
            <IconButton
              icon="up"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminWords.texts.up)}
              disabled={at === 0}
              onClick={() => onChange(swapped(at, at - 1))}
            />
            <IconButton
              icon="chevron"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminWords.texts.down)}
              disabled={at === value.length - 1}
              onClick={() => onChange(swapped(at, at + 1))}
            />
            <IconButton
              icon="trash"
              size="sm"
              variant="ghost"
              label={t(($) => $.adminWords.texts.takeOut, { label: label(at + 1) })}
              onClick={() => onChange(value.filter((_, place) => place !== at))}
            />
          </Row>
        </fieldset>
      ))}
      <Row>
        <Button
          icon="plus"
          size="sm"
          disabled={value.length >= most}
          onClick={() => onChange([...value, { zh: '', en: '' }])}
        >
          {t(($) => $.admin.form.add)}
        </Button>
      </Row>
    </Stack>
  )
}
