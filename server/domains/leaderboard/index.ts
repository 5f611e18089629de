import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerOperatorBoardRoutes } from './operator-routes.ts'
import { registerBoardRoutes } from './routes.ts'

export { countIntoBoards } from './apply.ts'
export { startBoardSyncWorker } from './keeper.ts'
export { findPlayerNames } from './names.ts'
export { matchesPlayerName } from './names-store.ts'
export { selectTopPlayersWithoutProfile } from './ranked-store.ts'

/** The leaderboard on the web side: its public calls, and the operator's about seasons and fairness. */
export function registerLeaderboard(context: AppContext, app: App): void {
  registerBoardRoutes(context, app)
  registerOperatorBoardRoutes(context, app)
}
