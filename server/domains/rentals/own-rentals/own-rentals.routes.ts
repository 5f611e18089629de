import type { OutgoingHttpHeaders } from 'node:http'
import { applyAdmins, listAdmins } from '@clutch/contract/api/rentals/rental-admins.ts'
import * as calls from '@clutch/contract/api/rentals/rentals.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { type SessionUser, bearerOf } from '../../../platform/http/session/session-check.ts'
import * as actions from './rental-actions.service.ts'
import type { RentalChangeFeed } from '../rental-changes.ts'
import { listOwnRentals } from './own-rentals.service.ts'
import { requestRefund } from '../orders/refund-request.service.ts'
import { listRentableRegions } from '../regions/regions.service.ts'
import type { RentalStream } from './rental-stream.service.ts'
import { requestRegionSwitch, waitForRegionSwitch } from '../region-switches/region-switch.service.ts'

interface RentalRouteDependencies {
  context: AppContext
  content: PortalSettingsCache
  changeFeed: RentalChangeFeed
  stream: RentalStream
}

const toRentalRequest = (number: string, { steamId }: SessionUser): actions.RentalRequest => ({
  number,
  steamId,
})

/** The calls that players make for the servers they rent. All of them are off with their feature (A10). */
export function registerOwnRentalRoutes(app: App, dependencies: RentalRouteDependencies): void {
  const requireOn = () => dependencies.content.assertFeature(({ pracc }) => pracc.enabled)
  registerListRoutes(app, dependencies, requireOn)
  registerActionRoutes(app, dependencies, requireOn)
}

function registerListRoutes(
  app: App,
  { context, stream }: RentalRouteDependencies,
  requireOn: () => void,
): void {
  registerCall(app, calls.listRentals, async ({ signedIn }) => {
    requireOn()
    return (await listOwnRentals(context, signedIn.steamId)).servers
  })
  registerCall(app, calls.streamRentals, ({ signedIn, request, reply }) => {
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
    return { success: true, regions: await listRentableRegions(context) }
  })
}

function registerActionRoutes(
  app: App,
  { context, changeFeed }: RentalRouteDependencies,
  requireOn: () => void,
): void {
  registerCall(app, calls.changeRentalPassword, async ({ body, signedIn }) => {
    requireOn()
    const revision = await actions.changePassword(
      context,
      toRentalRequest(body.instance_id, signedIn),
      body.password,
    )
    return { success: true as const, revision }
  })
  registerCall(app, calls.restartRental, async ({ body, signedIn }) => {
    requireOn()
    const until = await actions.restartRental(context, toRentalRequest(body.instance_id, signedIn))
    return { success: true as const, locked_until: until }
  })
  registerCall(app, calls.verifyRental, async ({ body, signedIn }) => {
    requireOn()
    await actions.verifyRental(context, toRentalRequest(body.instance_id, signedIn))
    return { success: true as const }
  })
  registerCall(app, calls.switchRegion, async ({ params, body, signedIn, reply }) => {
    requireOn()
    const closed = new AbortController()
    reply.raw.on('close', () => closed.abort())
    const ordered = await requestRegionSwitch(
      context,
      toRentalRequest(params.id, signedIn),
      body.targetRegion,
    )
    await waitForRegionSwitch(context, changeFeed, ordered, {
      closed: closed.signal,
      stop: changeFeed.closed,
    })
    return { success: true as const }
  })
  registerCall(app, listAdmins, ({ params, signedIn }) => {
    requireOn()
    return actions.listAdmins(context, toRentalRequest(params.id, signedIn))
  })
  registerCall(app, applyAdmins, async ({ params, body, signedIn }) => {
    requireOn()
    const applied = await actions.replaceAdmins(context, toRentalRequest(params.id, signedIn), body.admins)
    return { success: true as const, ...applied }
  })
  registerCall(app, calls.refundRental, async ({ params, signedIn }) => {
    requireOn()
    await requestRefund(context, toRentalRequest(params.id, signedIn))
    return { success: true as const }
  })
}
