import {
  methodAcceptsDuration,
  paypalMinHours,
  type Duration,
} from '@clutch/contract/rules/payments/durations.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { ChoiceCards } from '../../../ui/choices/choice-card.tsx'
import { MethodIcon } from './method-icon.tsx'

interface MethodChoiceProps {
  methods: readonly PaymentMethod[]
  /** The methods whose provider is an emulator. */
  emulatedMethods: readonly PaymentMethod[]
  /** The duration to pay for; omitted while nothing is chosen. */
  duration: Duration | undefined
  /** One that does not take the term may be chosen all the same: the term then gives way. */
  forced: boolean
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
}

/** H3, G11: the ways to pay that this portal has. What may not pay for the term stays in sight, and says why. */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, emulatedMethods, duration, forced, value, onChange } = props
  const { t } = useTranslation()
  const detail = (method: PaymentMethod, off: boolean) => {
    if (off) return t(($) => $.payment.tooShort, { days: paypalMinHours / 24 })
    if (emulatedMethods.includes(method)) return t(($) => $.payment.emulated)
    if (method !== 'paypal') return undefined
    return forced
      ? t(($) => $.payment.usDollarsFrom, { days: paypalMinHours / 24 })
      : t(($) => $.payment.usDollars)
  }
  return (
    <ChoiceCards
      narrow
      label={t(($) => $.payment.method)}
      options={methods.map((method) => {
        const off = !forced && duration !== undefined && !methodAcceptsDuration(method, duration)
        return {
          value: method,
          title: t(($) => $.payment.methods[method]),
          detail: detail(method, off),
          picture: <MethodIcon method={method} />,
          off,
        }
      })}
      value={value}
      onChange={onChange}
    />
  )
}
