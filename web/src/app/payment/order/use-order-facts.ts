import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useTranslation } from '../../../locales/translate.ts'
import type { Fact } from '../../../ui/tables/facts.tsx'

/** What an order is, by its own description, and for how long. */
export function useOrderFacts(): (order: OrderView) => readonly Fact[] {
  const { t, i18n } = useTranslation()
  return ({ description, duration }) => [
    { name: t(($) => $.payment.what), text: description[i18n.language as Language] },
    { name: t(($) => $.payment.term), text: t(($) => $.payment.durations[duration]) },
  ]
}
