import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { DurationChoice } from '../../../app/payment/checkout/duration-choice.tsx'
import type { MethodChoiceState } from '../../../app/payment/purchase/purchase-item.ts'
import type { RegionMode } from '../new-server/new-server-draft.ts'

interface TermChoiceProps {
  mode: RegionMode
  choice: MethodChoiceState
  value: Duration
  onChange: (duration: Duration) => void
}

/** G10, G13: for how long, at the prices of the region mode. */
export function TermChoice({ mode, choice, value, onChange }: TermChoiceProps) {
  const { t } = useTranslation()
  const currency = t(($) => $.practiceBuy.currencies[choice.currency])
  return (
    <DurationChoice
      label={t(($) => $.practiceBuy.duration)}
      aside={t(($) => $.practiceBuy.prices[mode], { currency })}
      product="server_rental"
      relocatable={mode === 'flexible'}
      choice={choice}
      value={value}
      onChange={onChange}
    />
  )
}
