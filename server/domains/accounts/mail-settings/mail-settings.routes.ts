import * as calls from '@clutch/contract/api/accounts/mail-settings.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { bearerOf } from '../../../platform/http/session/session-check.ts'
import { consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import {
  type MailSettingsCaller,
  changeMailSettings,
  getMailSettings,
  identifyCaller,
  unsubscribe,
} from './mail-settings.service.ts'

/** What a mail program sends along (`List-Unsubscribe=One-Click`); nothing of it is needed. */
const bodyMaxBytes = 1_024

/** The mail settings of an account, for its session and for the links in its mails. */
export function registerMailSettingsRoutes(context: AppContext, app: App): void {
  const asker = (request: FastifyRequest): Promise<MailSettingsCaller> =>
    identifyCaller(context, app, bearerOf(request))
  registerCall(app, calls.getMailSettings, async ({ request }) =>
    getMailSettings(context, await asker(request)),
  )
  registerCall(app, calls.changeMailSettings, async ({ request, body }) => {
    const asks = await asker(request)
    await consumeRateLimit(context, 'change account', asks.userId)
    return changeMailSettings(context, asks, body)
  })
  // A room of its own: a mail program sends a form, which nothing else here reads.
  void app.register(async (scope: App) => {
    const options = { parseAs: 'string', bodyLimit: bodyMaxBytes } as const
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null, undefined))
    registerCall(scope, calls.unsubscribe, async ({ query }) => {
      await unsubscribe(context, query.token, query.kind)
      return { success: true as const }
    })
  })
}
