import type { ProductType, quoteOrder } from '@clutch/contract/api/payments/orders.ts'
import type { Body } from '@clutch/contract/api/call.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { methodAcceptsDuration } from '@clutch/contract/rules/payments/durations.ts'
import { type Currency, currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import { findPrice } from '../prices/prices.service.ts'
import type { Buyer, Quote } from '../product.ts'
import { type PaymentsContext, productOf, providerOf } from '../payments-context.ts'

/** What a client asks for. */
export type QuoteRequest = Body<typeof quoteOrder>

/** The same after validation; the server determines every field that sets the price (H7). */
export interface Offer extends Quote {
  product: ProductType
  productId: string
  currency: Currency
  /** The price of the table, in minor units. */
  listAmount: number
}

/**
 * H7: returns the portal's offer for a request. The product validates its options, the currency follows from
 * the method, the price from the price table. Throws `request.invalid`, `payment.not_configured`,
 * `product.not_sold`, `price.invalid`, and what the product throws.
 */
export async function makeOffer(
  payments: PaymentsContext,
  buyer: Buyer,
  request: QuoteRequest,
): Promise<Offer> {
  const { productType: product, productId, currency } = request
  const quote = await productOf(payments, product).quote(buyer, productId, readOptions(request.options))
  const { method, duration, relocatable } = quote
  providerOf(payments, method)
  if (currency !== currencyOfMethod(method))
    throw new PortalError('request.invalid', `currency: ${method} is paid in ${currencyOfMethod(method)}`)
  if (!methodAcceptsDuration(method, duration))
    throw new PortalError('request.invalid', `options.duration: too short for ${method}`)
  const priced = { product, duration, relocatable, currency }
  const listAmount = await findPrice(payments.context.database, priced)
  if (listAmount === null) throw new PortalError('price.invalid', 'Invalid price configuration')
  return { ...quote, product, productId, currency, listAmount }
}

/** The options as the product gets them; throws `request.invalid` for a text that is not the JSON of an object. */
function readOptions(sent: QuoteRequest['options']): object {
  if (typeof sent !== 'string') return sent
  try {
    const options: unknown = JSON.parse(sent)
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options
  } catch {
    // Reported below.
  }
  throw new PortalError('request.invalid', 'options: must be a JSON object')
}
