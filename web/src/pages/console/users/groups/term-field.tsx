import { useTranslation } from '../../../../locales/translate.ts'
import { Switch } from '../../../../ui/buttons/switch.tsx'
import { TimeField } from '../../kit/forms/time-field.tsx'
import type { MembershipTerm, TermError } from './membership-term.ts'

interface TermFieldProps {
  term: MembershipTerm
  onChange: (term: MembershipTerm) => void
  fault: TermError | null
}

/** Permanent, or until a time in Beijing time. */
export function TermField({ term, onChange, fault }: TermFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <Switch checked={term.forGood} onChange={(forGood) => onChange({ ...term, forGood })}>
        {t(($) => $.adminUsers.forGood)}
      </Switch>
      {!term.forGood && (
        <TimeField
          required
          label={t(($) => $.adminUsers.until)}
          value={term.ends}
          error={fault === null ? null : t(($) => $.adminUsers.termFaults[fault])}
          onChange={(ends) => onChange({ ...term, ends })}
        />
      )}
    </>
  )
}
