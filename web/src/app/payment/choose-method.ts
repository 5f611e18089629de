import { methodTakes, type Duration } from '@clutch/contract/rules/durations.ts'
import { currencyFor, currencyOf, type PaymentMethod } from '@clutch/contract/rules/money.ts'

/**
 * The method that is chosen: the one somebody picked while it may pay for the term (G11), else the first that charges in the
 * language's own currency (H6), else the first; null where there is none.
 */
export function chosenMethod(
  methods: readonly PaymentMethod[],
  picked: PaymentMethod | null,
  duration: Duration | undefined,
  language: string,
): PaymentMethod | null {
  const possible = methods.filter((method) => duration === undefined || methodTakes(method, duration))
  if (picked !== null && possible.includes(picked)) return picked
  const ownCurrency = possible.find((method) => currencyOf(method) === currencyFor(language))
  return ownCurrency ?? possible[0] ?? null
}
