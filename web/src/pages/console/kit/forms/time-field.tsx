import { useTranslation } from '../../../../locales/translate.ts'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { formatFieldTime, parseFieldTime } from './field-time.ts'

interface TimeFieldProps {
  label: string
  /** ms since 1970 (UTC); null for none. */
  value: number | null
  onChange: (value: number | null) => void
  hint?: string
  error?: string | null
  required?: boolean
}

/** A time, entered and shown in the community's time zone (Asia/Shanghai); empty means none. */
export function TimeField({ label, value, onChange, hint, error = null, required = false }: TimeFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      type="datetime-local"
      label={label}
      required={required}
      aside={t(($) => $.admin.form.timeZone)}
      value={value === null ? '' : formatFieldTime(value)}
      onChange={(event) => onChange(parseFieldTime(event.currentTarget.value))}
      hint={hint}
      error={error}
    />
  )
}
