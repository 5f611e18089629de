import type { FastifyReply } from 'fastify'
import * as calls from '@clutch/contract/api/leaderboard.ts'
import { exportsPerAddress } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../platform/context.ts'
import { AddressSlots } from '../../platform/http/address-places.ts'
import { registerCall } from '../../platform/http/answer.ts'
import type { App } from '../../platform/http/app.ts'
import { attachment } from '../../platform/http/download.ts'
import { chooseEncoding } from '../../platform/http/encoding.ts'
import { exportName, exportTypes } from './export.ts'
import { BoardExports } from './exports.ts'
import { readPlayer, readTrend } from './player.ts'
import { readPage, readTop, readUserStats } from './read.ts'
import { listSeasons } from './seasons.ts'

/** The calls everybody may make about the boards (I8). */
export function answerLeaderboard(context: AppContext, app: App): void {
  registerCall(app, calls.listSeasons, ({ query, reply }) => {
    fresh(reply)
    return listSeasons(context, query.language)
  })
  registerCall(app, calls.getBoardTop, ({ params, query, reply }) => {
    fresh(reply)
    return readTop(context, params.mode, query)
  })
  registerCall(app, calls.getBoard, ({ params, query, reply }) => {
    fresh(reply)
    return readPage(context, params.mode, query)
  })
  registerCall(app, calls.getUserStats, ({ params, query, reply }) => {
    fresh(reply)
    return readUserStats(context, params.steamId, query)
  })
  registerCall(app, calls.getPlayer, ({ params, reply }) => {
    fresh(reply)
    return readPlayer(context, params.steamId)
  })
  registerCall(app, calls.getPlayerTrend, ({ params, query, reply }) => {
    fresh(reply)
    return readTrend(context, params.steamId, query.mode)
  })
  const exports = new BoardExports(context)
  const places = new AddressSlots(exportsPerAddress, 'export.address_full')
  app.addHook('onClose', () => exports.close())
  registerCall(app, calls.exportBoard, async ({ params, query, request, reply }) => {
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
