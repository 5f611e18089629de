import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { answerBoardOperator } from './operator-routes.ts'
import { answerLeaderboard } from './routes.ts'

export { countIntoBoards } from './apply.ts'
export { startBoardKeeper } from './keeper.ts'
export { playerNames } from './names.ts'
export { isCalled } from './names-store.ts'
export { selectUnprofiled } from './ranked-store.ts'

/** The leaderboard on the web side: its public calls, and the operator's about seasons and fairness. */
export function registerLeaderboard(context: AppContext, app: App): void {
  answerLeaderboard(context, app)
  answerBoardOperator(context, app)
}
