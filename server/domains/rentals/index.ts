import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import type { Product } from '../payments/index.ts'
import { defaultDemoLimits, registerDemos } from './demos/index.ts'
import { startLeftoverDemosWorker } from './demos/leftovers/leftover-demos.worker.ts'
import type { Fleet } from './fleet.ts'
import { registerGrenadeRoutes } from './grenades/grenades.routes.ts'
import { registerMapChangeRoutes } from './map-changes/map-changes.routes.ts'
import { RentalChangeFeed } from './rental-changes.ts'
import { registerOperatorRentalRoutes } from './operator/operator-rentals.routes.ts'
import { createRentalProduct } from './orders/rental-product.service.ts'
import { startReconciler } from './reconciler/reconciler.worker.ts'
import { registerOwnRentalRoutes } from './own-rentals/own-rentals.routes.ts'
import { RentalStream } from './own-rentals/rental-stream.service.ts'
import { registerTeammateRoutes } from './teammates/index.ts'
import { startFollowUpWorker } from './rental-follow-up.worker.ts'

export { getRentalCounts } from './operator/rental-counts.service.ts'
export type { RentalCounts } from './operator/rental-counts.service.ts'
export type { Fleet } from './fleet.ts'
export { searchRentals } from './operator/rental-search.service.ts'
export { getGameUpdateProblems } from './game-updates/game-updates.service.ts'
export { countServersWithoutToken } from './game-settings/login-tokens.service.ts'
export { listFullRegions } from './regions/region-capacity.service.ts'
export { listHosts } from './hosts/hosts.service.ts'
export { scheduleAllRentals } from './rentals.store.ts'
export { isRentalMailCurrent } from './owner-mails/owner-mails.service.ts'
export { notifyEndedMatches } from './live/ended-matches.service.ts'
export { recordMatchScores } from './live/match-scores.service.ts'
export { tvPortOffset } from './drivers/game-command.ts'
export { formatInstallState, parseInstallOutput, stateVariable } from './drivers/install-command.ts'
export { readPatchVersion, steamInfPath } from './drivers/steam-inf.ts'
export { openGame } from './game/index.ts'
export { createRentalSource } from './metrics/rental-metrics.ts'
export { openRentalFleet } from './fleet.ts'
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
  const changeFeed = await RentalChangeFeed.open(context)
  const stream = new RentalStream({ context, app, content, changeFeed })
  app.addHook('preClose', async () => {
    stream.close()
    changeFeed.close()
  })
  registerOwnRentalRoutes(app, { context, content, changeFeed, stream })
  registerMapChangeRoutes(context, app, content)
  registerGrenadeRoutes(context, app, content)
  registerTeammateRoutes(context, app, content)
  await registerDemos(context, app, content)
  registerOperatorRentalRoutes(context, app, content)
}

/** What rentals do besides answering, until `stop`, which closes the fleet too. */
export interface RentalWorkers {
  stop(): Promise<void>
}

/** Starts the workers of rentals: instances are created, watched and removed, and owners are mailed. */
export function startRentalWorkers(context: AppContext, fleet: Fleet): RentalWorkers {
  const reconciler = startReconciler(fleet)
  const followUps = startFollowUpWorker(context)
  const demos = startLeftoverDemosWorker(fleet, defaultDemoLimits)
  return {
    async stop() {
      await Promise.all([followUps.stop(), reconciler.stop(), demos.stop()])
      fleet.driver.close()
      fleet.game.close()
    },
  }
}
