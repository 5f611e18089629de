import { toMajorUnits, toMinorUnits } from '@clutch/contract/rules/payments/money.ts'
import { ProviderUnavailable } from '../provider.ts'

interface Money {
  currencyCode: string
  value: string
}

/** An amount as PayPal writes it. */
export function toPaypalMoney(amount: number, currency: string): Money {
  return { currencyCode: currency, value: toMajorUnits(amount) }
}

/** Returns a PayPal amount in minor units; throws ProviderUnavailable where it cannot be read. */
export function fromPaypalMoney(money: Money | undefined): { amount: number; currency: string } {
  const amount = money && toMinorUnits(money.value)
  if (!money || amount === null || amount === undefined)
    throw new ProviderUnavailable('PayPal named no amount that can be read')
  return { amount, currency: money.currencyCode }
}
