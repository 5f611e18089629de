import type { OutgoingHttpHeaders } from 'node:http'
import * as calls from '@clutch/contract/api/servers/servers.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Features } from '@clutch/contract/features.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/answer.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerEarlyHandler } from '../../../platform/http/early.ts'
import { readHistory } from '../history/history.service.ts'
import type { PlayerLookup } from '../players/player-lookup.ts'
import { sendList } from './send-list.ts'
import type { LiveList } from './live-list.ts'
import { getServerRules } from './server-rules.service.ts'
import type { ServerStream } from './server-stream.ts'

interface Parts {
  context: AppContext
  content: PortalSettingsCache
  live: LiveList
  stream: ServerStream
  lookup: PlayerLookup
}

type ServerFeature = keyof Features['servers']['features']

/** The calls everybody may make about the community's servers. All of them are off with the servers feature (A10). */
export function registerServerRoutes(app: App, { context, content, live, stream, lookup }: Parts): void {
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
