import type { Body } from '@clutch/contract/api/call.ts'
import type { OrderOptions } from '@clutch/contract/api/payments/order-options.ts'
import type { ProductType, quoteOrder } from '@clutch/contract/api/payments/orders.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import { currencyOfMethod, type Currency, type PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { ApiError } from '../../api/api-error.ts'

/** The options of a product beside the payment terms. */
export type WithoutTerms<Options> = Omit<Options, 'duration' | 'paymentMethod'>

/** What the user is about to buy, without the payment terms. */
export interface PurchaseItem {
  productType: ProductType
  /** `plan` of VIP, `card` of a gift card, `new_server` and `renew_server` of rentals. */
  productId: string
  /** The product's options beside term and method, which are added here. */
  options: Readonly<Record<string, unknown>>
  /**
   * The options that the price depends on; default: all. Avoids a request at every key press in a text field.
   */
  priced?: Readonly<Record<string, unknown>> | undefined
  duration: Duration
  /** Of rentals: whether the region may be switched; it is part of the price. */
  relocatable: boolean
}

/** The chooser's view of the method: prices depend on it (H6), and so do the durations it accepts (G11). */
export interface MethodChoiceState {
  /** Null: the portal takes none, or they are still being asked for. */
  method: PaymentMethod | null
  /** What the method charges in; the language's own currency before there is one. */
  currency: Currency
  /** Why the current selection was refused when it was last ordered. */
  refused: ApiError['code'] | null
}

/** H6, H7: the same as the portal is asked for it: in the method's currency, under a coupon where one is used. */
export function toOrderRequest(
  { productType, productId, options, duration }: PurchaseItem,
  method: PaymentMethod,
  coupon: string | null,
): Body<typeof quoteOrder> {
  return {
    currency: currencyOfMethod(method),
    productType,
    productId,
    // Each product's page completes its own.
    options: { ...options, duration, paymentMethod: method } as OrderOptions,
    ...(coupon !== null && { coupon }),
  }
}

/** The same, but only what sets its price: orders of one price are alike in it. */
export function toPriceRequest(
  wanted: PurchaseItem,
  method: PaymentMethod,
  coupon: string | null,
): Body<typeof quoteOrder> {
  return toOrderRequest({ ...wanted, options: wanted.priced ?? wanted.options }, method, coupon)
}
