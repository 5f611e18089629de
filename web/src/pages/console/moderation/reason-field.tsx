import { reasonMaxLength } from '@clutch/contract/limits.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
}

/** The reason of a penalty, or of lifting it; says what a console would not take as text. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t(($) => $.adminServers.players.reason)}
      aside={`${value.length} / ${reasonMaxLength}`}
      maxLength={reasonMaxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isSafeCommandText(value) ? null : t(($) => $.adminServers.console.badText)}
    />
  )
}
