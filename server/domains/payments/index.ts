import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { answerCoupons } from './coupons.ts'
import { type Janitor, startJanitor } from './janitor.ts'
import { answerNotifies } from './notify-routes.ts'
import { answerOperatorOrders } from './operator-routes.ts'
import { answerPrices } from './prices.ts'
import { nameProviders } from './provider-health.ts'
import { answerProviders } from './providers-list.ts'
import { answerQuestions } from './question-routes.ts'
import { answerReports, startReports } from './reports.ts'
import { answerOrders } from './routes.ts'
import { type MoneyOptions, openTill } from './till.ts'

export { isSold } from './prices.ts'
export { raiseAlert, settleAlert } from './alerts.ts'
export { payBackOrders } from './pay-back-orders.ts'
export { findOrders, moneyWaiting } from './glance.ts'
export type { WaitingRow } from './glance.ts'
export { CannotFulfil } from './product.ts'
export type { Buyer, PaidOrder, Product, Quote } from './product.ts'
export { providerHealth } from './provider-health.ts'
export type { ProviderHealth } from './provider-health.ts'
export { openProviders } from './providers.ts'
export { revenue } from './revenue.ts'
export type { Revenue, RevenueGroup } from './revenue.ts'
export type { MoneyOptions } from './till.ts'

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
