import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Product } from './product.ts'
import { observeProvider } from './metrics/provider-metrics.ts'
import { withHealthTracking } from './providers/provider-health.service.ts'
import type { Provider } from './providers/provider.ts'
import { ThrottledCounter } from './webhooks/throttled-counter.ts'

/**
 * The points between statements or side effects at which a process may die, in the order of a payment. From
 * any state in the database there, the next worker reaches the correct result.
 */
export const paymentJobSteps = [
  'order-written',
  'attempt-written',
  'provider-begun',
  'attempt-opened',
  'notify-verified',
  'event-stored',
  'claimed',
  'asked',
  'locked',
  'paid-written',
  'fulfilled',
  'settled',
  'committed',
  'refund-written',
  'refund-sent',
  'refund-locked',
  'refund-done',
  'refund-committed',
] as const

export type PaymentJobStep = (typeof paymentJobSteps)[number]

export interface PaymentsOptions {
  /** The products for sale. */
  products: readonly Product[]
  /** How it is paid. */
  providers: readonly Provider[]
  /** Called at each step; a crash test ends the process there. */
  at?: (step: PaymentJobStep) => void | Promise<void>
}

/** What money is moved with. */
export interface PaymentsContext {
  context: AppContext
  products: ReadonlyMap<ProductType, Product>
  providers: ReadonlyMap<PaymentMethod, Provider>
  /** What strangers make the portal write. */
  webhookLogThrottle: ThrottledCounter
  at: (step: PaymentJobStep) => void | Promise<void>
}

export function createPaymentsContext(
  context: AppContext,
  { products, providers, at = () => undefined }: PaymentsOptions,
): PaymentsContext {
  return {
    context,
    products: new Map(products.map((product) => [product.type, product])),
    providers: new Map(
      providers.map((provider) => [provider.method, withHealthTracking(context, observeProvider(provider))]),
    ),
    webhookLogThrottle: new ThrottledCounter(),
    at,
  }
}

/** Throws `payment.not_configured` for a method that this portal does not take. */
export function providerOf(
  { providers }: Pick<PaymentsContext, 'providers'>,
  method: PaymentMethod,
): Provider {
  const provider = providers.get(method)
  if (!provider) throw new PortalError('payment.not_configured', 'This portal does not take this method')
  return provider
}

/** Returns a product; throws `product.not_sold` where this portal does not sell it. */
export function productOf({ products }: Pick<PaymentsContext, 'products'>, type: ProductType): Product {
  const product = products.get(type)
  if (!product) throw new PortalError('product.not_sold', 'This is not sold here')
  return product
}
