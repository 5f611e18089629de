import type { Body, Reply } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/operator-boards.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { inBoth } from '../http/subject.ts'
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
export function answerBoardOperator(house: House, app: App): void {
  answerSeasons(house, app)
  answerHidden(house, app)
  answerResets(house, app)
  answer(app, calls.operatorListFlags, () => listFlags(house.database))
  answer(
    app,
    calls.operatorDismissFlag,
    async ({ params }) => {
      await dismissFlag(house, params.id)
      return undefined
    },
    { look: ({ params }) => readFlag(house.database, params.id), named: ({ steamId }) => steamId },
  )
}

function answerSeasons(house: House, app: App): void {
  const look = ({ params }: { params: { id: string } }) => readSeason(house, params.id)
  const named = ({ name }: Reply<typeof calls.operatorOpenSeason>) => inBoth(name)
  answer(app, calls.operatorListSeasons, () => listAllSeasons(house))
  answer(app, calls.operatorOpenSeason, ({ body }) => openSeason(house, body), {
    made: (season) => season,
    named,
  })
  answer(app, calls.operatorChangeSeason, ({ params, body }) => changeSeason(house, params.id, body), {
    look,
    named,
  })
  answer(
    app,
    calls.operatorCloseSeason,
    ({ params, query }) => closeSeason(house, params.id, query.revision),
    { look, named },
  )
  answer(
    app,
    calls.operatorReopenSeason,
    ({ params, query }) => reopenSeason(house, params.id, query.revision),
    { look, named },
  )
  answer(
    app,
    calls.operatorCancelSeason,
    async ({ params, query }) => {
      await cancelSeason(house, params.id, query.revision)
      return undefined
    },
    { look, named },
  )
}

function answerHidden(house: House, app: App): void {
  const look = ({ params }: { params: { steamId: string } }) => readHidden(house.database, params.steamId)
  answer(app, calls.operatorListHidden, () => listHidden(house.database))
  answer(
    app,
    calls.operatorHidePlayer,
    ({ params, body }) => hidePlayer(house, params.steamId, body.reason),
    { look },
  )
  answer(
    app,
    calls.operatorShowPlayer,
    async ({ params }) => {
      await showPlayer(house, params.steamId)
      return undefined
    },
    { look },
  )
}

function answerResets(house: House, app: App): void {
  const { database } = house
  /** Whom or what it takes: a player by SteamID64, a mode, a season by its name. */
  const covered = async ({ steamId, mode, season }: Body<typeof calls.operatorReset>) => {
    const isSeason = season !== undefined && season !== 'between'
    const of = isSeason ? inBoth((await readSeason(house, season)).name) : season
    return [steamId, mode, of].filter((part) => part !== undefined).join(' · ')
  }
  answer(app, calls.operatorListResets, () => listResets(database))
  answer(app, calls.operatorReset, ({ body }) => resetCounts(house, body), {
    made: (reset) => reset,
    subject: ({ body }) => covered(body),
  })
  answer(app, calls.operatorUndoReset, ({ params }) => undoReset(house, params.id), {
    look: ({ params }) => readReset(database, params.id),
    subject: async ({ params }) => covered(await readReset(database, params.id)),
  })
}
