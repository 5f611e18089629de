import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerOperatorBoardRoutes } from './operator-boards.routes.ts'
import type { FlagCases } from './fairness/flag-cases.ts'
import { registerBoardRoutes } from './boards/boards.routes.ts'

export { countIntoBoards } from './counting/board-counting.service.ts'
export { startBoardSyncWorker } from './board-sync.worker.ts'
export type { FlagCases } from './fairness/flag-cases.ts'
export { findPlayerNames } from './players/player-names.ts'
export { matchesPlayerName } from './players/player-names.store.ts'
export { createNewestSeasonCache } from './seasons/newest-season-cache.ts'
export { selectLeaders } from './standings/board-leaders.store.ts'
export { selectTopPlayersWithoutProfile } from './standings/top-players.store.ts'

/** The leaderboard on the web side: its public calls, and the operator's about seasons and fairness. */
export function registerLeaderboard(context: AppContext, app: App, flagCases?: FlagCases): void {
  registerBoardRoutes(context, app)
  registerOperatorBoardRoutes(context, app, flagCases)
}
