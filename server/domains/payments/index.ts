import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerCouponRoutes } from './coupons/coupons.routes.ts'
import { type PaymentsWorker, startPaymentsWorker } from './worker/payments.worker.ts'
import { registerWebhookRoutes } from './webhooks/webhooks.routes.ts'
import { registerOperatorOrderRoutes } from './operator/operator-orders.routes.ts'
import { registerPriceCalls } from './prices/prices.routes.ts'
import { saveProviderNames } from './providers/provider-health.service.ts'
import { registerProviderCalls } from './providers/providers.routes.ts'
import { registerQuestionRoutes } from './questions/questions.routes.ts'
import { registerReportRoutes } from './reconciliation/reports.routes.ts'
import { startReports } from './reconciliation/reports.service.ts'
import { registerOrderCalls } from './orders/orders.routes.ts'
import { type PaymentsOptions, createPaymentsContext } from './payments-context.ts'

export { moneySource } from './metrics/money-metrics.ts'
export { isSold } from './prices/prices.service.ts'
export { raiseAlert, settleAlert } from './operator/alerts.service.ts'
export { refundOrders } from './refunds/refund-orders.service.ts'
export { searchOrders, summarizeWaitingMoney } from './operator/money-summary.service.ts'
export type { WaitingRow } from './operator/money-summary.service.ts'
export { FulfilmentFailed, readOptions } from './product.ts'
export type { Buyer, PaidOrder, Product, Quote } from './product.ts'
export { providerHealth } from './providers/provider-health.service.ts'
export type { ProviderHealth } from './providers/provider-health.service.ts'
export { openProviders } from './providers/open-providers.ts'
export { revenue } from './operator/revenue.service.ts'
export type { Revenue, RevenueGroup } from './operator/revenue.service.ts'
export type { PaymentsOptions } from './payments-context.ts'

/**
 * Registers the payments domain on the web side: prices, orders, webhooks, and the operator’s calls for them.
 */
export async function registerPayments(
  context: AppContext,
  app: App,
  options: PaymentsOptions,
): Promise<void> {
  const payments = createPaymentsContext(context, options)
  await saveProviderNames(context, options.providers)
  registerPriceCalls(context, app)
  registerCouponRoutes(context, app)
  registerOrderCalls(payments, app)
  registerQuestionRoutes(payments, app)
  registerOperatorOrderRoutes(payments, app)
  registerProviderCalls(payments, app)
  registerReportRoutes(payments, app)
  await registerWebhookRoutes(payments, app)
}

/**
 * Starts the payments domain in a worker: asks providers, fulfils paid orders, makes refunds, compares bills,
 * until `stop`.
 */
export async function startPayments(context: AppContext, options: PaymentsOptions): Promise<PaymentsWorker> {
  const payments = createPaymentsContext(context, options)
  await saveProviderNames(context, options.providers)
  await startReports(payments)
  return startPaymentsWorker(payments)
}
