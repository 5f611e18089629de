import { currencies, formatMoney, toMajorUnits } from '@clutch/contract/rules/payments/money.ts'

/** A sum as a provider tells it: also of a currency that the portal does not take. */
export function formatProviderMoney(minor: number, currency: string): string {
  const known = currencies.find((one) => one === currency)
  return known ? formatMoney(minor, known) : `${toMajorUnits(minor)} ${currency}`
}
