import type { FastifyReply } from 'fastify'
import * as calls from '@clutch/contract/api/leaderboard/boards.ts'
import { exportsPerAddress } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AddressSlots } from '../../../platform/http/requests/address-slots.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { attachment } from '../../../platform/http/responses/download.ts'
import { chooseEncoding } from '../../../platform/http/requests/encoding.ts'
import { exportFileName, exportMediaTypes } from '../exports/board-export.ts'
import { BoardExports } from '../exports/exports.service.ts'
import { CachedPages } from './cached-pages.ts'
import { getPlayer, getPlayerTrend } from '../players/players.service.ts'
import { getBoardPage, getTopPlayers, getUserStats } from './boards.service.ts'
import { listSeasons } from '../seasons/seasons.service.ts'

/** Registers the public calls of the boards (I8). */
export function registerBoardRoutes(context: AppContext, app: App): void {
  const pageContext = { ...context, pages: new CachedPages(context.clock) }
  registerCall(app, calls.listSeasons, ({ query, reply }) => {
    disableCaching(reply)
    return listSeasons(context, query.language)
  })
  registerCall(app, calls.getBoardTop, ({ params, query, reply }) => {
    disableCaching(reply)
    return getTopPlayers(pageContext, params.mode, query)
  })
  registerCall(app, calls.getBoard, ({ params, query, reply }) => {
    disableCaching(reply)
    return getBoardPage(pageContext, params.mode, query)
  })
  registerCall(app, calls.getUserStats, ({ params, query, reply }) => {
    disableCaching(reply)
    return getUserStats(context, params.steamId, query)
  })
  registerCall(app, calls.getBoardPlayer, ({ params, reply }) => {
    disableCaching(reply)
    return getPlayer(context, params.steamId)
  })
  registerCall(app, calls.getPlayerTrend, ({ params, query, reply }) => {
    disableCaching(reply)
    return getPlayerTrend(context, params.steamId, query.mode)
  })
  const exports = new BoardExports(context)
  const places = new AddressSlots(exportsPerAddress, 'export.address_full')
  app.addHook('onClose', () => exports.close())
  registerCall(app, calls.exportBoard, async ({ params, query, request, reply }) => {
    places.take(request, reply)
    const choice = { ...query, mode: params.mode }
    const isCompressed = chooseEncoding(request.headers['accept-encoding'], false) !== null
    const bytes = await exports.read(choice, isCompressed)
    disableCaching(reply)
    reply.header('vary', 'accept-encoding')
    if (isCompressed) reply.header('content-encoding', 'gzip')
    return reply
      .type(exportMediaTypes[query.format])
      .header('content-disposition', attachment(exportFileName(choice)))
      .send(bytes)
  })
}

/** The boards change with every report. */
function disableCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'no-cache')
}
