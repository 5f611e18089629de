import { createHash } from 'node:crypto'
import { getAvatar } from '@clutch/contract/api/accounts/account.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { matchesTag } from '../../../platform/http/requests/etag.ts'
import { getPicture } from './profiles.worker.ts'

/** A picture's address changes with it; one without a version may show another picture soon. */
const immutableCache = 'public, max-age=31536000, immutable'
const shortCache = 'public, max-age=300'

/** Pictures of players (B3, I3), from the portal itself: Steam's hosts are slow from where many players are. */
export function registerProfileRoutes(context: AppContext, app: App): void {
  registerCall(app, getAvatar, async ({ params, query, request, reply }) => {
    const { bytes, type } = await getPicture(context.database, params.steamId)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    reply.headers({
      etag,
      'cache-control': query.v === undefined ? shortCache : immutableCache,
      // J3: the inventory site shows it too; the picture is public.
      'cross-origin-resource-policy': 'cross-origin',
      // The bytes are untrusted: they must never run, whatever type a browser detects.
      'content-security-policy': "default-src 'none'; sandbox",
    })
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(bytes)
  })
}
