import type { FastifyReply } from 'fastify'
import * as calls from '@clutch/contract/api/leaderboard.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { sendDownload } from '../http/download.ts'
import { exportBoard } from './export.ts'
import { readPlayer, readTrend } from './player.ts'
import { readPage, readTop, readUserStats } from './read.ts'
import { listSeasons } from './seasons.ts'

/** The calls everybody may make about the boards (I8). */
export function answerLeaderboard(house: House, app: App): void {
  answer(app, calls.listSeasons, ({ query, reply }) => {
    fresh(reply)
    return listSeasons(house.database, query.language)
  })
  answer(app, calls.getBoardTop, ({ params, query, reply }) => {
    fresh(reply)
    return readTop(house, params.mode, query)
  })
  answer(app, calls.getBoard, ({ params, query, reply }) => {
    fresh(reply)
    return readPage(house, params.mode, query)
  })
  answer(app, calls.getUserStats, ({ params, query, reply }) => {
    fresh(reply)
    return readUserStats(house, params.steamId, query)
  })
  answer(app, calls.getPlayer, ({ params, reply }) => {
    fresh(reply)
    return readPlayer(house, params.steamId)
  })
  answer(app, calls.getPlayerTrend, ({ params, query, reply }) => {
    fresh(reply)
    return readTrend(house, params.steamId, query.mode)
  })
  answer(app, calls.exportBoard, async ({ params, query, reply }) => {
    const download = await exportBoard(house, params.mode, query)
    fresh(reply)
    return sendDownload(reply, download)
  })
}

/** The boards change with every report. */
function fresh(reply: FastifyReply): void {
  reply.header('cache-control', 'no-cache')
}
