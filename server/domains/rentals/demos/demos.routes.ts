import * as calls from '@clutch/contract/api/rentals/demos.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { sendFile } from '../../../platform/http/responses/send-file.ts'
import { openDemoByTicket, createDemoLink, listDemosForPlayer } from './demos.service.ts'
import type { DemoLimits } from './uploads/demo-upload.service.ts'
import { deleteOwnedDemo } from './demo-deletion.service.ts'

/** G17: list and links for the owner and the admins of a server, deletion for its owner, and the files for the bearer of a link. */
export function registerDemoRoutes(
  context: AppContext,
  app: App,
  content: PortalSettingsCache,
  limits: DemoLimits,
): void {
  const require = () => content.assertFeature(({ pracc }) => pracc.enabled)
  registerCall(app, calls.listDemos, async ({ params, query, signedIn }) => {
    require()
    const listInput = { number: params.id, steamId: signedIn.steamId, after: query.after }
    return { data: await listDemosForPlayer(context, listInput, limits) }
  })
  registerCall(app, calls.getDemoLink, async ({ params, signedIn }) => {
    require()
    const address = await createDemoLink(context, params.id, params.name, signedIn.steamId)
    return { success: true as const, data: { download_url: address } }
  })
  registerCall(app, calls.deleteDemo, async ({ params, signedIn }) => {
    require()
    await deleteOwnedDemo(context, { number: params.id, name: params.name, steamId: signedIn.steamId })
    return undefined
  })
  registerCall(app, calls.downloadDemo, async ({ params, request, reply }) =>
    sendFile(request, reply, await openDemoByTicket(context, params.ticket, params.name)),
  )
}
