import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import * as calls from '@clutch/contract/api/servers/servers.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Features } from '@clutch/contract/features.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerEarlyHandler } from '../../../platform/http/calls/early-handler.ts'
import { readHistory } from '../history/history.service.ts'
import type { PlayerLookup } from '../players/player-lookup.ts'
import type { LiveList } from './live-list.ts'
import { getServerRules } from './server-rules.service.ts'
import type { ServerStream } from './server-stream.ts'
import { chooseEncoding } from '../../../platform/http/requests/encoding.ts'
import { matchesTag } from '../../../platform/http/requests/etag.ts'
import type { EncodedBody } from './encoded-body.ts'
import type { ListSnapshot } from './list-snapshot.ts'

interface Dependencies {
  context: AppContext
  content: PortalSettingsCache
  live: LiveList
  stream: ServerStream
  lookup: PlayerLookup
}

type ServerFeature = keyof Features['servers']['features']

/**
 * Registers the public calls about the community's servers. All of them are off with the servers feature
 * (A10).
 */
export function registerServerRoutes(
  app: App,
  { context, content, live, stream, lookup }: Dependencies,
): void {
  const requireOn = (part?: ServerFeature) =>
    content.assertFeature(({ servers }) => servers.enabled && (part === undefined || servers.features[part]))
  const findListed = (id: string) => {
    const server = live.find(id)
    if (server) return server
    throw new PortalError('server.not_registered', 'There is no such server')
  }

  registerCall(app, calls.listServers, async ({ query, request, reply }) => {
    requireOn()
    const { snapshot, at } = live
    const body = await snapshot.filtered(query)
    reply.hijack()
    sendList(body, { snapshot, at }, request.raw, reply.raw, reply.getHeaders() as OutgoingHttpHeaders)
    return reply
  })
  registerEarlyHandler(app, context, calls.listServers.path, (request, response, headers) => {
    if (!content.settings.features.servers.enabled) return false
    sendList(live.snapshot.body, live, request, response, headers)
    return true
  })
  registerCall(app, calls.streamServers, ({ request, reply }) => {
    requireOn()
    stream.checkRoom()
    app.streamPlaces.take(request, reply)
    reply.hijack()
    stream.add(reply.raw, reply.getHeaders() as OutgoingHttpHeaders)
    return reply
  })
  registerCall(app, calls.getServerInfo, ({ query }) => {
    requireOn()
    const server = live.findAt(query.ip, query.port)
    if (!server) throw new PortalError('server.not_registered', 'No registered server has this address')
    return lookup.get(server)
  })
  registerCall(app, calls.getServer, ({ params }) => {
    requireOn('details')
    return findListed(params.id)
  })
  registerCall(app, calls.getServerRules, ({ params, query }) => {
    requireOn('rules')
    return getServerRules(context.database, content, findListed(params.id).id, query.language)
  })
  registerCall(app, calls.getServerHistory, ({ params, query }) => {
    requireOn('details')
    return readHistory(context.database, findListed(params.id).id, query.range, context.clock.now())
  })
}

/** The shown list and when it was last confirmed. */
type ListVersion = Pick<LiveList, 'at'> & { snapshot: Pick<ListSnapshot, 'version'> }

/** D13: writes the list from memory: 304 to who has it, else bytes made before, in the best form the client takes. */
function sendList(
  body: EncodedBody,
  { snapshot, at }: ListVersion,
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  const known = matchesTag(request.headers['if-none-match'], body.etag)
  const encoding = known ? null : chooseEncoding(request.headers['accept-encoding'], body.br !== null)
  const bytes = (encoding && body[encoding]) ?? body.plain
  headers['etag'] = body.etag
  headers['vary'] = 'accept-encoding'
  headers['cache-control'] = 'no-cache'
  headers[calls.snapshotTimeHeader] = String(at)
  headers[calls.snapshotVersionHeader] = snapshot.version
  if (encoding) headers['content-encoding'] = encoding
  if (!known) {
    headers['content-type'] = 'application/json; charset=utf-8'
    headers['content-length'] = bytes.length
  }
  response.writeHead(known ? 304 : 200, headers)
  response.end(known ? undefined : bytes)
}
