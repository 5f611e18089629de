import { type Severity, severities } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { type DigestInterval, digestIntervals } from '@clutch/contract/rules/notifications/rules.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { FieldGroup, FieldPair } from '../../../ui/forms/field-group.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'

/** How urgent events must be, and when they are sent. */
export interface RuleTiming {
  minSeverity: Severity
  /** Quiet hours as `HH:MM`, empty for none. */
  from: string
  to: string
  digest: `${DigestInterval}`
}

interface RuleTimingFieldsProps {
  fields: RuleTiming
  quietError: string | null
  onChange: (fields: Partial<RuleTiming>) => void
}

/** Urgency, digest and quiet hours of a rule. */
export function RuleTimingFields({ fields, quietError, onChange }: RuleTimingFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <FieldPair>
        <SelectField
          label={t(($) => $.adminNotifications.rules.minSeverity)}
          options={severities.map((value) => ({
            value,
            text: t(($) => $.adminNotifications.rules.severities[value]),
          }))}
          value={fields.minSeverity}
          onChange={(next) => onChange({ minSeverity: next })}
        />
        <SelectField
          label={t(($) => $.adminNotifications.rules.digest)}
          options={digestIntervals.map((value) => ({
            value: `${value}` as const,
            text: t(($) => $.adminNotifications.rules.digests[value]),
          }))}
          value={fields.digest}
          hint={t(($) => $.adminNotifications.rules.digestHint)}
          onChange={(next) => onChange({ digest: next })}
        />
      </FieldPair>
      <FieldGroup title={t(($) => $.adminNotifications.rules.quiet)}>
        <FormText small>{t(($) => $.adminNotifications.rules.quietHint)}</FormText>
        <FieldPair>
          <TextField
            type="time"
            label={t(($) => $.adminNotifications.rules.quietFrom)}
            value={fields.from}
            error={quietError}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <TextField
            type="time"
            label={t(($) => $.adminNotifications.rules.quietTo)}
            value={fields.to}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
        </FieldPair>
      </FieldGroup>
    </>
  )
}
