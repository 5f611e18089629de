import * as calls from '@clutch/contract/api/accounts/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { tryConsumeAddressRateLimit } from '../rate-limits/rate-limits.service.ts'
import {
  clearBrowserSecret,
  isNavigation,
  readBrowserSecret,
  readRawQuery,
  setBrowserSecret,
} from '../sessions/browser-secret.ts'
import { readDevice } from '../sessions/sessions.service.ts'
import {
  beginAccountLink,
  completeAccountLink,
  listLinkedAccounts,
  removeAccountLink,
} from './linked-accounts.service.ts'

/** Registers the calls with which a player links accounts of other services. */
export function registerLinkedAccountRoutes(context: AppContext, app: App): void {
  registerCall(app, calls.listLinkedAccounts, ({ signedIn }) => listLinkedAccounts(context, signedIn.userId))
  registerCall(app, calls.startAccountLink, async ({ params, signedIn, reply }) => {
    const { url, browser } = await beginAccountLink(context, signedIn.userId, params.provider)
    setBrowserSecret(context.config, reply, browser)
    return { url }
  })
  registerCall(app, calls.finishAccountLink, async ({ params: { provider }, request, reply }) => {
    const mayTry =
      isNavigation(request) && (await tryConsumeAddressRateLimit(context, 'account link address', request.ip))
    const outcome = mayTry
      ? await completeAccountLink(context, {
          provider,
          query: readRawQuery(request),
          browser: readBrowserSecret(context.config, request),
          device: readDevice(request),
        })
      : 'failed'
    clearBrowserSecret(context.config, reply)
    return reply.redirect(`/settings/security?${new URLSearchParams({ link: provider, outcome }).toString()}`)
  })
  registerCall(app, calls.removeAccountLink, async ({ params, signedIn, request }) => {
    await removeAccountLink(context, { ...signedIn, device: readDevice(request) }, params.provider)
    return undefined
  })
}
