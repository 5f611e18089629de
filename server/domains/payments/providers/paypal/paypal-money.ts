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

/** An amount of PayPal’s in minor units; throws ProviderSilent where there is none that can be read. */
export function fromPaypalMoney(money: Money | undefined): { amount: number; currency: string } {
  const amount = money && toMinorUnits(money.value)
  if (!money || amount === null || amount === undefined)
    throw new ProviderUnavailable('PayPal named no amount that can be read')
  return { amount, currency: money.currencyCode }
}
