import { currencies, formatMoney, toMajorUnits } from '@clutch/contract/rules/payments/money.ts'

/** Formats an amount from a provider, including one in an unsupported currency. */
export function formatProviderMoney(minor: number, currency: string): string {
  const known = currencies.find((one) => one === currency)
  return known ? formatMoney(minor, known) : `${toMajorUnits(minor)} ${currency}`
}
