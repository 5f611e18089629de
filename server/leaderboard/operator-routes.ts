import * as calls from '@clutch/contract/api/operator-boards.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { dismissFlag, listFlags } from './flags.ts'
import { hidePlayer, listHidden, showPlayer } from './hidden.ts'
import { listResets, resetCounts, undoReset } from './resets.ts'
import { closeSeason, listAllSeasons, openSeason, renameSeason } from './seasons.ts'

/** The operator's calls about seasons and fairness. */
export function answerBoardOperator(house: House, app: App): void {
  answer(app, calls.operatorListSeasons, () => listAllSeasons(house.database))
  answer(app, calls.operatorOpenSeason, ({ body }) => openSeason(house, body.name))
  answer(app, calls.operatorRenameSeason, ({ params, body }) =>
    renameSeason(house.database, params.id, body.name),
  )
  answer(app, calls.operatorCloseSeason, ({ params }) => closeSeason(house, params.id))
  answer(app, calls.operatorListHidden, () => listHidden(house.database))
  answer(app, calls.operatorHidePlayer, ({ params, body }) => hidePlayer(house, params.steamId, body.reason))
  answer(app, calls.operatorShowPlayer, async ({ params }) => {
    await showPlayer(house, params.steamId)
    return undefined
  })
  answer(app, calls.operatorListResets, () => listResets(house.database))
  answer(app, calls.operatorReset, ({ body }) => resetCounts(house, body))
  answer(app, calls.operatorUndoReset, ({ params }) => undoReset(house, params.id))
  answer(app, calls.operatorListFlags, () => listFlags(house.database))
  answer(app, calls.operatorDismissFlag, async ({ params }) => {
    await dismissFlag(house, params.id)
    return undefined
  })
}
