import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import type { Currency } from '@clutch/contract/rules/payments/money.ts'
import { chooseCurrency, type Offers } from '@clutch/contract/rules/payments/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { pageLanguage } from '../../../locales/translate.ts'
import { pricingQuery } from '../order/payment.queries.ts'

/** Returns the offers of a product in each currency, as far as they are loaded. */
export function useOffers(product: ProductType): Offers {
  const { data: CNY } = useQuery(pricingQuery(product, 'CNY'))
  const { data: USD } = useQuery(pricingQuery(product, 'USD'))
  return { CNY, USD }
}

/** H6: the currency that the prices of a product are shown in. */
export function useDisplayCurrency(product: ProductType): Currency {
  const offers = useOffers(product)
  return chooseCurrency(pageLanguage(), (currency) => offers[currency]?.length !== 0)
}
