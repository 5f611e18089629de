import type { OutgoingHttpHeaders } from 'node:http'
import * as calls from '@clutch/contract/api/rentals.ts'
import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { registerCall } from '../../platform/http/answer.ts'
import type { App } from '../../platform/http/app.ts'
import { type SessionUser, bearerOf } from '../../platform/http/signed-in.ts'
import * as actions from './actions.ts'
import type { Asking } from './actions.ts'
import type { LeaseNews } from './news.ts'
import { listOwnServers } from './own-servers.ts'
import { askRefund } from './refund.ts'
import { listPracticeRegions } from './regions.ts'
import type { LeaseStream } from './stream.ts'
import { orderSwitch, switchEnds } from './switch.ts'

interface Parts {
  context: AppContext
  content: PortalSettingsCache
  news: LeaseNews
  stream: LeaseStream
}

const asking = (number: string, { steamId }: SessionUser): Asking => ({ number, steamId })

/** What players may do with the servers they rent. All of it is off with its feature (A10). */
export function answerRentals(app: App, { context, content, news, stream }: Parts): void {
  const requireOn = () => content.assertFeature(({ pracc }) => pracc.enabled)
  registerCall(app, calls.listLeases, async ({ signedIn }) => {
    requireOn()
    return (await listOwnServers(context, signedIn.steamId)).servers
  })
  registerCall(app, calls.streamLeases, ({ signedIn, request, reply }) => {
    requireOn()
    stream.checkRoom(signedIn)
    app.streamPlaces.take(request, reply)
    reply.hijack()
    const headers = reply.getHeaders() as OutgoingHttpHeaders
    stream.add(reply.raw, headers, { signedIn, token: bearerOf(request) ?? '' })
    return reply
  })
  registerCall(app, calls.listRegions, async () => {
    requireOn()
    return { success: true, regions: await listPracticeRegions(context) }
  })
  registerCall(app, calls.changeLeasePassword, async ({ body, signedIn }) => {
    requireOn()
    const revision = await actions.changePassword(context, asking(body.instance_id, signedIn), body.password)
    return { success: true as const, revision }
  })
  registerCall(app, calls.restartLease, async ({ body, signedIn }) => {
    requireOn()
    const until = await actions.restart(context, asking(body.instance_id, signedIn))
    return { success: true as const, locked_until: until }
  })
  registerCall(app, calls.verifyLease, async ({ body, signedIn }) => {
    requireOn()
    await actions.verify(context, asking(body.instance_id, signedIn))
    return { success: true as const }
  })
  registerCall(app, calls.switchRegion, async ({ params, body, signedIn, reply }) => {
    requireOn()
    const gone = new AbortController()
    reply.raw.on('close', () => gone.abort())
    const ordered = await orderSwitch(context, asking(params.id, signedIn), body.targetRegion)
    await switchEnds(context, news, ordered, AbortSignal.any([gone.signal, news.closed]))
    return { success: true as const }
  })
  registerCall(app, calls.listAdmins, ({ params, signedIn }) => {
    requireOn()
    return actions.listAdmins(context, asking(params.id, signedIn))
  })
  registerCall(app, calls.applyAdmins, async ({ params, body, signedIn }) => {
    requireOn()
    const applied = await actions.applyAdmins(context, asking(params.id, signedIn), body.admins)
    return { success: true as const, ...applied }
  })
  registerCall(app, calls.refundLease, async ({ params, signedIn }) => {
    requireOn()
    await askRefund(context, asking(params.id, signedIn))
    return { success: true as const }
  })
}
