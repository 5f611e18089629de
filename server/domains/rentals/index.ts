import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import type { Product } from '../payments/index.ts'
import { answerDemos } from './demos/index.ts'
import type { Fleet } from './fleet.ts'
import { LeaseNews } from './news.ts'
import { answerOperatorRentals } from './operator-routes.ts'
import { rentalProduct } from './product.ts'
import { startReconciler } from './reconcile/worker.ts'
import { answerRentals } from './routes.ts'
import { LeaseStream } from './stream.ts'
import { answerTeammates } from './teammates/index.ts'
import { keepWatch } from './watch.ts'

export { rentalCounts } from './counts.ts'
export type { RentalCounts } from './counts.ts'
export type { Fleet } from './fleet.ts'
export { findLeases } from './glance.ts'
export { listNodes } from './nodes.ts'
export { demoFolder } from './demos/folder.ts'
export { lookAtLeases } from './lease-store.ts'
export { rentalReminderHolds } from './notices.ts'
export { openRentals } from './open.ts'
export { keepTeammates, startTeammateSweep } from './teammates/index.ts'

/** What rentals sell. */
export function rentalProducts(context: AppContext): Product[] {
  return [rentalProduct(context)]
}

/**
 * The rentals on the web side: the calls of players and operators, demos, and the stream of one's own servers. To be called before
 * the page is served; it ends with the app.
 */
export async function registerRentals(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
): Promise<void> {
  const news = await LeaseNews.open(context)
  const stream = new LeaseStream({ context, app, content, news })
  app.addHook('preClose', async () => {
    stream.close()
    news.close()
  })
  answerRentals(app, { context, content, news, stream })
  answerTeammates(context, app, content)
  await answerDemos(context, app, content)
  answerOperatorRentals(context, app)
}

/** What rentals do besides answering, until `stop`, which closes the fleet too. */
export interface RentalWorker {
  stop(): Promise<void>
}

/** The rentals in a worker: servers are made, kept and removed; their owners are told of their ends. */
export function startRentals(context: AppContext, fleet: Fleet): RentalWorker {
  const reconciler = startReconciler(fleet)
  const keeper = keepWatch(context)
  return {
    async stop() {
      await Promise.all([keeper.stop(), reconciler.stop()])
      fleet.driver.close()
      fleet.game.close()
    },
  }
}
