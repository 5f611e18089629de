import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '@clutch/contract/api/servers/embeds.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { currentPlayers, maxPlayers } from '@clutch/contract/rules/servers/list/player-slots.ts'
import { displayName, isOnline } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { matchesTag } from '../../../platform/http/requests/etag.ts'
import { allowEmbedding } from '../../../platform/http/responses/headers.ts'
import type { LiveList } from '../list/live-list.ts'
import { embedWords } from './embed-words.ts'
import { renderBadge } from './players-badge.ts'
import { renderWidget, widgetPolicy } from './server-widget.ts'

interface Dependencies {
  context: Pick<AppContext, 'config'>
  content: PortalSettingsCache
  live: LiveList
}

/** Registers what other sites show of the servers: a list for a frame, and badges. They are the same for every visitor. */
export function registerEmbedRoutes(app: App, { context, content, live }: Dependencies): void {
  const requireOn = () => content.assertFeature(({ servers }) => servers.enabled && servers.features.embed)
  const readPortal = () => content.settings

  registerCall(app, calls.embedServerList, ({ query, request, reply }) => {
    requireOn()
    const { name, join } = readPortal()
    const servers = live.snapshot.select(query)
    const { publicUrl } = context.config
    const page = renderWidget({ community: name, publicUrl, join, servers }, query)
    return sendEmbed(request, reply, { type: 'text/html; charset=utf-8', text: page, policy: widgetPolicy })
  })
  registerCall(app, calls.embedPlayersBadge, ({ query, request, reply }) => {
    requireOn()
    const online = live.snapshot.select({}).filter((server) => isOnline(server))
    const sum = (count: (server: (typeof online)[number]) => number) =>
      online.reduce((total, server) => total + count(server), 0)
    const value = `${sum(currentPlayers)}/${sum(maxPlayers)} ${embedWords[query.language].players}`
    return sendBadge(request, reply, {
      label: readPortal().name,
      value,
      tone: online.length > 0 ? 'good' : 'off',
    })
  })
  registerCall(app, calls.embedServerBadge, ({ params, query, request, reply }) => {
    requireOn()
    const server = live.find(params.id)
    if (!server) throw new PortalError('server.not_registered', 'There is no such server')
    const words = embedWords[query.language]
    const value = isOnline(server)
      ? `${mapName(server.map)} · ${currentPlayers(server)}/${maxPlayers(server)}`
      : words.offline
    return sendBadge(request, reply, {
      label: displayName(server),
      value,
      tone: isOnline(server) ? 'good' : 'off',
    })
  })
}

function sendBadge(
  request: FastifyRequest,
  reply: FastifyReply,
  badge: Parameters<typeof renderBadge>[0],
): FastifyReply {
  return sendEmbed(request, reply, {
    type: 'image/svg+xml; charset=utf-8',
    text: renderBadge(badge),
    policy: "default-src 'none'",
  })
}

/** Sends what any site may show; sites and proxies keep it for 15 s. */
function sendEmbed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, policy }: { type: string; text: string; policy: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  allowEmbedding(reply, policy)
  reply.headers({ 'cache-control': 'public, max-age=15', etag })
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}
