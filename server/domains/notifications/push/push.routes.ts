import * as calls from '@clutch/contract/api/notifications/push.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import * as subscriptions from './push-subscriptions.service.ts'
import { sendTestPush } from './test-push.ts'

/** The calls by which players choose notifications in their browsers. To end them is possible while the feature is off. */
export function registerPush(context: AppContext, app: App, content: PortalSettingsCache): void {
  const assertOn = () => content.assertFeature(({ push }) => push.enabled)
  registerCall(app, calls.getPushSettings, ({ signedIn }) => {
    assertOn()
    return subscriptions.getPushSettings(context, signedIn.userId)
  })
  registerCall(app, calls.changePushSettings, ({ signedIn, body }) => {
    assertOn()
    return subscriptions.changePushSettings(context, signedIn.userId, body.off)
  })
  registerCall(app, calls.subscribeToPush, ({ signedIn, body }) => {
    assertOn()
    return subscriptions.subscribe(context, signedIn, body)
  })
  registerCall(app, calls.removePushBrowser, async ({ signedIn, params }) => {
    await subscriptions.unsubscribe(context.database, signedIn.userId, params.id)
    return undefined
  })
  registerCall(app, calls.testPushBrowser, ({ signedIn, params }) => {
    assertOn()
    return sendTestPush(context, signedIn.userId, params.id)
  })
}
