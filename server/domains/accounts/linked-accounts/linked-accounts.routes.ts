import type { FastifyRequest } from 'fastify'
import * as calls from '@clutch/contract/api/accounts/linked-accounts.ts'
import { startLinkedSignIn } from '@clutch/contract/api/accounts/sign-in.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { tryConsumeAddressRateLimit } from '../rate-limits/rate-limits.service.ts'
import {
  clearBrowserSecret,
  isNavigation,
  readBrowserSecret,
  readRawQuery,
  redirectToPage,
  setBrowserSecret,
} from '../sessions/browser-secret.ts'
import { readDevice } from '../sessions/sessions.service.ts'
import {
  beginAccountLink,
  completeAccountLink,
  listLinkedAccounts,
  removeAccountLink,
} from './linked-accounts.service.ts'
import { isSignIn } from './link-attempts.service.ts'
import { beginLinkedSignIn, completeLinkedSignIn } from './linked-sign-in.service.ts'

/** Where every sign-in by another site ends: the page exchanges the ticket. */
const signInPage = '/auth/steam/callback'

/** Registers the calls with which a player links accounts of other services, and signs in by them. */
export function registerLinkedAccountRoutes(context: AppContext, app: App): void {
  const mayTry = async (request: FastifyRequest) =>
    isNavigation(request) && tryConsumeAddressRateLimit(context, 'account link address', request.ip)
  registerCall(app, calls.listLinkedAccounts, ({ signedIn }) => listLinkedAccounts(context, signedIn.userId))
  registerCall(app, calls.startAccountLink, async ({ params, signedIn, request, reply }) => {
    const self = { ...signedIn, device: readDevice(request) }
    const { url, browser } = await beginAccountLink(context, self, params.provider)
    setBrowserSecret(context.config, reply, browser)
    return { url }
  })
  registerCall(app, calls.finishAccountLink, async ({ params: { provider }, request, reply }) => {
    const isAdmitted = await mayTry(request)
    const back = {
      provider,
      query: readRawQuery(request),
      browser: readBrowserSecret(context.config, request),
      device: readDevice(request),
    }
    if (isSignIn(back.query)) {
      const result = isAdmitted ? await completeLinkedSignIn(context, back) : { error: 'loginFailed' }
      return redirectToPage(reply, signInPage, result)
    }
    const outcome = isAdmitted ? await completeAccountLink(context, back) : 'failed'
    clearBrowserSecret(context.config, reply)
    return redirectToPage(reply, '/settings/security', { link: provider, outcome })
  })
  registerCall(app, startLinkedSignIn, async ({ params: { provider }, request, reply }) => {
    const begun = (await mayTry(request)) ? await beginLinkedSignIn(context, provider) : null
    if (!begun) return redirectToPage(reply, signInPage, { error: 'loginFailed' })
    setBrowserSecret(context.config, reply, begun.browser)
    return reply.redirect(begun.url)
  })
  registerCall(app, calls.removeAccountLink, async ({ params, signedIn, request }) => {
    await removeAccountLink(context, { ...signedIn, device: readDevice(request) }, params.provider)
    return undefined
  })
}
