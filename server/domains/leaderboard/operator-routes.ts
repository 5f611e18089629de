import type { Body, Reply } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/operator-boards.ts'
import type { AppContext } from '../../platform/context.ts'
import { registerCall } from '../../platform/http/answer.ts'
import type { App } from '../../platform/http/app.ts'
import { joinLanguages } from '../../platform/http/subject.ts'
import { dismissFlag, listFlags, readFlag } from './flags.ts'
import { hidePlayer, listHidden, readHidden, showPlayer } from './hidden.ts'
import { listResets, readReset, resetCounts, undoReset } from './resets.ts'
import {
  cancelSeason,
  changeSeason,
  closeSeason,
  listAllSeasons,
  openSeason,
  readSeason,
  reopenSeason,
} from './seasons.ts'

/** The operator's calls about seasons and fairness. */
export function answerBoardOperator(context: AppContext, app: App): void {
  answerSeasons(context, app)
  answerHidden(context, app)
  answerResets(context, app)
  registerCall(app, calls.operatorListFlags, () => listFlags(context.database))
  registerCall(
    app,
    calls.operatorDismissFlag,
    async ({ params }) => {
      await dismissFlag(context, params.id)
      return undefined
    },
    { look: ({ params }) => readFlag(context.database, params.id), named: ({ steamId }) => steamId },
  )
}

function answerSeasons(context: AppContext, app: App): void {
  const look = ({ params }: { params: { id: string } }) => readSeason(context, params.id)
  const named = ({ name }: Reply<typeof calls.operatorOpenSeason>) => joinLanguages(name)
  registerCall(app, calls.operatorListSeasons, () => listAllSeasons(context))
  registerCall(app, calls.operatorOpenSeason, ({ body }) => openSeason(context, body), {
    made: (season) => season,
    named,
  })
  registerCall(
    app,
    calls.operatorChangeSeason,
    ({ params, body }) => changeSeason(context, params.id, body),
    {
      look,
      named,
    },
  )
  registerCall(
    app,
    calls.operatorCloseSeason,
    ({ params, query }) => closeSeason(context, params.id, query.revision),
    { look, named },
  )
  registerCall(
    app,
    calls.operatorReopenSeason,
    ({ params, query }) => reopenSeason(context, params.id, query.revision),
    { look, named },
  )
  registerCall(
    app,
    calls.operatorCancelSeason,
    async ({ params, query }) => {
      await cancelSeason(context, params.id, query.revision)
      return undefined
    },
    { look, named },
  )
}

function answerHidden(context: AppContext, app: App): void {
  const look = ({ params }: { params: { steamId: string } }) => readHidden(context.database, params.steamId)
  registerCall(app, calls.operatorListHidden, () => listHidden(context.database))
  registerCall(
    app,
    calls.operatorHidePlayer,
    ({ params, body }) => hidePlayer(context, params.steamId, body.reason),
    { look },
  )
  registerCall(
    app,
    calls.operatorShowPlayer,
    async ({ params }) => {
      await showPlayer(context, params.steamId)
      return undefined
    },
    { look },
  )
}

function answerResets(context: AppContext, app: App): void {
  const { database } = context
  /** Whom or what it takes: a player by SteamID64, a mode, a season by its name. */
  const covered = async ({ steamId, mode, season }: Body<typeof calls.operatorReset>) => {
    const isSeason = season !== undefined && season !== 'between'
    const of = isSeason ? joinLanguages((await readSeason(context, season)).name) : season
    return [steamId, mode, of].filter((part) => part !== undefined).join(' · ')
  }
  registerCall(app, calls.operatorListResets, () => listResets(database))
  registerCall(app, calls.operatorReset, ({ body }) => resetCounts(context, body), {
    made: (reset) => reset,
    subject: ({ body }) => covered(body),
  })
  registerCall(app, calls.operatorUndoReset, ({ params }) => undoReset(context, params.id), {
    look: ({ params }) => readReset(database, params.id),
    subject: async ({ params }) => covered(await readReset(database, params.id)),
  })
}
