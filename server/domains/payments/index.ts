import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { answerCoupons } from './coupons/coupons.ts'
import { type Janitor, startJanitor } from './worker/payments.worker.ts'
import { answerNotifies } from './webhooks/webhooks.routes.ts'
import { answerOperatorOrders } from './operator/operator-orders.routes.ts'
import { answerPrices } from './prices/prices.routes.ts'
import { nameProviders } from './providers/provider-health.ts'
import { answerProviders } from './providers/providers.routes.ts'
import { answerQuestions } from './questions/questions.routes.ts'
import { answerReports, startReports } from './reconciliation/reports.ts'
import { answerOrders } from './orders/orders.routes.ts'
import { type MoneyOptions, openTill } from './payments-context.ts'

export { isSold } from './prices/prices.ts'
export { raiseAlert, settleAlert } from './operator/alerts.service.ts'
export { payBackOrders } from './refunds/refund-orders.ts'
export { findOrders, moneyWaiting } from './operator/money-summary.ts'
export type { WaitingRow } from './operator/money-summary.ts'
export { CannotFulfil } from './product.ts'
export type { Buyer, PaidOrder, Product, Quote } from './product.ts'
export { providerHealth } from './providers/provider-health.ts'
export type { ProviderHealth } from './providers/provider-health.ts'
export { openProviders } from './providers/open-providers.ts'
export { revenue } from './operator/revenue.ts'
export type { Revenue, RevenueGroup } from './operator/revenue.ts'
export type { MoneyOptions } from './payments-context.ts'

/** The payments domain on the web side: prices, orders, what providers tell, and the operator’s calls about all of it. */
export async function registerPayments(context: AppContext, app: App, options: MoneyOptions): Promise<void> {
  const till = openTill(context, options)
  await nameProviders(context, options.providers)
  answerPrices(context, app)
  answerCoupons(context, app)
  answerOrders(till, app)
  answerQuestions(till, app)
  answerOperatorOrders(till, app)
  answerProviders(till, app)
  answerReports(till, app)
  await answerNotifies(till, app)
}

/** The payments domain in a worker: asks providers, delivers what is paid, pays back, compares bills, until `stop`. */
export async function startPayments(context: AppContext, options: MoneyOptions): Promise<Janitor> {
  const till = openTill(context, options)
  await nameProviders(context, options.providers)
  await startReports(till)
  return startJanitor(till)
}
