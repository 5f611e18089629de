import type { FastifyReply } from 'fastify'
import * as calls from '@clutch/contract/api/leaderboard.ts'
import { exportsPerAddress } from '@clutch/contract/limits.ts'
import type { House } from '../house.ts'
import { AddressPlaces } from '../http/address-places.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { attachment } from '../http/download.ts'
import { chooseEncoding } from '../http/encoding.ts'
import { exportName, exportTypes } from './export.ts'
import { BoardExports } from './exports.ts'
import { readPlayer, readTrend } from './player.ts'
import { readPage, readTop, readUserStats } from './read.ts'
import { listSeasons } from './seasons.ts'

/** The calls everybody may make about the boards (I8). */
export function answerLeaderboard(house: House, app: App): void {
  answer(app, calls.listSeasons, ({ query, reply }) => {
    fresh(reply)
    return listSeasons(house, query.language)
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
  const exports = new BoardExports(house)
  const places = new AddressPlaces(exportsPerAddress, 'export.address_full')
  app.addHook('onClose', () => exports.close())
  answer(app, calls.exportBoard, async ({ params, query, request, reply }) => {
    places.take(request, reply)
    const choice = { ...query, mode: params.mode }
    const isCompressed = chooseEncoding(request.headers['accept-encoding'], false) !== null
    const bytes = await exports.read(choice, isCompressed)
    fresh(reply)
    reply.header('vary', 'accept-encoding')
    if (isCompressed) reply.header('content-encoding', 'gzip')
    return reply
      .type(exportTypes[query.format])
      .header('content-disposition', attachment(exportName(choice)))
      .send(bytes)
  })
}

/** The boards change with every report. */
function fresh(reply: FastifyReply): void {
  reply.header('cache-control', 'no-cache')
}
