import type { Body, Reply } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/leaderboard/operator-boards.ts'
import type { AppContext } from '../../platform/context.ts'
import { registerCall } from '../../platform/http/calls/register-call.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { App } from '../../platform/http/app.ts'
import { joinLanguages } from '../../platform/http/calls/audit-subject.ts'
import { dismissAnomalyFlag, listAnomalyFlags, findAnomalyFlag } from './fairness/anomaly-flags.service.ts'
import { actorOf } from '../../platform/http/session/operator-caller.ts'
import type { FlagCases } from './fairness/flag-cases.ts'
import {
  hidePlayer,
  listHiddenPlayers,
  findHiddenPlayer,
  unhidePlayer,
} from './fairness/hidden-players.service.ts'
import { listResets, getReset, createReset, undoReset } from './resets/resets.service.ts'
import {
  cancelSeason,
  changeSeason,
  closeSeason,
  listSeasonsForOperator,
  openSeason,
  getSeason,
  reopenSeason,
} from './seasons/seasons.service.ts'

/** The operator's calls about seasons and fairness. */
export function registerOperatorBoardRoutes(context: AppContext, app: App, flagCases?: FlagCases): void {
  registerSeasonRoutes(context, app)
  registerHiddenPlayerRoutes(context, app)
  registerResetRoutes(context, app)
  registerCall(app, calls.operatorListAnomalyFlags, () => listAnomalyFlags(context.database))
  registerCall(
    app,
    calls.operatorDismissAnomalyFlag,
    async ({ params, caller, writeAudit }) => {
      await dismissAnomalyFlag(
        context,
        params.id,
        { by: actorOf(caller), ...(flagCases && { flagCases }) },
        writeAudit,
      )
      return undefined
    },
    {
      load: ({ params }, queries = context.database) => findAnomalyFlag(queries, params.id),
      nameOf: ({ steamId }) => steamId,
    },
  )
}

function registerSeasonRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }) => getSeason(context, params.id)
  const nameOf = ({ name }: Reply<typeof calls.operatorOpenSeason>) => joinLanguages(name)
  registerCall(app, calls.operatorListSeasons, () => listSeasonsForOperator(context))
  registerCall(app, calls.operatorOpenSeason, ({ body }) => openSeason(context, body), {
    created: (season) => season,
    nameOf,
  })
  registerCall(
    app,
    calls.operatorChangeSeason,
    ({ params, body }) => changeSeason(context, params.id, body),
    {
      load,
      nameOf,
    },
  )
  registerCall(
    app,
    calls.operatorCloseSeason,
    ({ params, query }) => closeSeason(context, params.id, query.revision),
    { load, nameOf },
  )
  registerCall(
    app,
    calls.operatorReopenSeason,
    ({ params, query }) => reopenSeason(context, params.id, query.revision),
    { load, nameOf },
  )
  registerCall(
    app,
    calls.operatorCancelSeason,
    async ({ params, query }) => {
      await cancelSeason(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}

function registerHiddenPlayerRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { steamId: string } }, queries: Queries = context.database) =>
    findHiddenPlayer(queries, params.steamId)
  registerCall(app, calls.operatorListHiddenPlayers, () => listHiddenPlayers(context.database))
  registerCall(
    app,
    calls.operatorHidePlayer,
    ({ params, body, writeAudit }) => hidePlayer(context, params.steamId, body.reason, writeAudit),
    { load },
  )
  registerCall(
    app,
    calls.operatorUnhidePlayer,
    async ({ params, writeAudit }) => {
      await unhidePlayer(context, params.steamId, writeAudit)
      return undefined
    },
    { load },
  )
}

function registerResetRoutes(context: AppContext, app: App): void {
  const { database } = context
  /** Returns the scope of a reset: a player by SteamID64, a mode, a season by its name. */
  const covered = async ({ steamId, mode, season }: Body<typeof calls.operatorCreateReset>) => {
    const isSeason = season !== undefined && season !== 'between'
    const of = isSeason ? joinLanguages((await getSeason(context, season)).name) : season
    return [steamId, mode, of].filter((part) => part !== undefined).join(' · ')
  }
  registerCall(app, calls.operatorListResets, () => listResets(database))
  registerCall(app, calls.operatorCreateReset, ({ body }) => createReset(context, body), {
    created: (reset) => reset,
    subject: ({ body }) => covered(body),
  })
  registerCall(app, calls.operatorUndoReset, ({ params }) => undoReset(context, params.id), {
    load: ({ params }) => getReset(database, params.id),
    subject: async ({ params }) => covered(await getReset(database, params.id)),
  })
}
