import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import type { Product } from '../payments/index.ts'
import { registerDemos } from './demos/index.ts'
import type { Fleet } from './fleet.ts'
import { RentalChangeFeed } from './news.ts'
import { registerOperatorRentalRoutes } from './operator-routes.ts'
import { createRentalProduct } from './product.ts'
import { startReconciler } from './reconcile/worker.ts'
import { registerOwnRentalRoutes } from './routes.ts'
import { RentalStream } from './stream.ts'
import { registerTeammateRoutes } from './teammates/index.ts'
import { startFollowUpWorker } from './watch.ts'

export { getRentalCounts } from './counts.ts'
export type { RentalCounts } from './counts.ts'
export type { Fleet } from './fleet.ts'
export { searchRentals } from './glance.ts'
export { listHosts } from './nodes.ts'
export { getDemoFolder } from './demos/folder.ts'
export { scheduleAllRentals } from './lease-store.ts'
export { isRentalMailCurrent } from './notices.ts'
export { openRentalFleet } from './open.ts'
export { recordTeammates, startTeammateCleanupWorker } from './teammates/index.ts'

/** What rentals sell. */
export function rentalProducts(context: AppContext): Product[] {
  return [createRentalProduct(context)]
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
  const news = await RentalChangeFeed.open(context)
  const stream = new RentalStream({ context, app, content, news })
  app.addHook('preClose', async () => {
    stream.close()
    news.close()
  })
  registerOwnRentalRoutes(app, { context, content, news, stream })
  registerTeammateRoutes(context, app, content)
  await registerDemos(context, app, content)
  registerOperatorRentalRoutes(context, app)
}

/** What rentals do besides answering, until `stop`, which closes the fleet too. */
export interface RentalWorkers {
  stop(): Promise<void>
}

/** The rentals in a worker: servers are made, kept and removed; their owners are told of their ends. */
export function startRentalWorkers(context: AppContext, fleet: Fleet): RentalWorkers {
  const reconciler = startReconciler(fleet)
  const keeper = startFollowUpWorker(context)
  return {
    async stop() {
      await Promise.all([keeper.stop(), reconciler.stop()])
      fleet.driver.close()
      fleet.game.close()
    },
  }
}
