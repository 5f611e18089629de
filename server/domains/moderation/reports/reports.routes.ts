import * as calls from '@clutch/contract/api/moderation/reports.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import { listOwnReports, reportFromPage } from './reports.service.ts'

/** The calls of players about their reports. */
export function registerReportRoutes(context: AppContext, app: App, content: PortalSettingsCache): void {
  registerCall(app, calls.reportPlayer, ({ body, signedIn }) => {
    content.assertFeature(({ reports }) => reports.enabled)
    return reportFromPage(context, signedIn.steamId, body)
  })
  registerCall(app, calls.listOwnReports, ({ signedIn }) =>
    listOwnReports(context.database, signedIn.steamId),
  )
}
