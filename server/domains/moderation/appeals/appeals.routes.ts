import * as calls from '@clutch/contract/api/moderation/appeals.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import { appealSanction, listOwnSanctions } from './appeals.service.ts'

/** The calls of sanctioned players. */
export function registerAppealRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  registerCall(app, calls.listOwnSanctions, ({ signedIn }) =>
    listOwnSanctions(context, signedIn.steamId, content.settings.features.appeals.enabled),
  )
  registerCall(app, calls.appealSanction, ({ params, body, signedIn }) => {
    content.assertFeature(({ appeals }) => appeals.enabled)
    return appealSanction(context, signedIn.steamId, { sanctionId: params.id, text: body.text })
  })
}
