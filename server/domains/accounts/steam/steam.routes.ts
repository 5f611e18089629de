import type { FastifyRequest } from 'fastify'
import {
  getSteamUser,
  getUserInfo,
  signInByLink,
  finishSteamSignIn,
  startSteamSignIn,
  exchangeSteamTicket,
} from '@clutch/contract/api/accounts/sign-in.ts'
import { finishSteamBinding, startSteamBinding } from '@clutch/contract/api/accounts/steam-binding.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { bearerOf } from '../../../platform/http/session/session-check.ts'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
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
import { type CallbackRequest, handleBindCallback, handleSignInCallback } from './callbacks.service.ts'
import { exchangeLinkTicket, exchangeTicket } from './ticket-exchange.service.ts'
import { beginSignIn } from './sign-ins.service.ts'
import { getBearerIdentity, getPublicIdentity } from './identity-lookup.service.ts'

/** Signing in at Steam, the tickets between it and the page, and binding (C2, C3, C9, C12, C19). `providerWithinMs` is for tests. */
export function registerSteamRoutes(context: AppContext, app: App, providerWithinMs?: number): void {
  registerSignInRoutes(context, app, providerWithinMs)
  registerTicketRoutes(context, app)
  registerBindingRoutes(context, app, providerWithinMs)
  registerCall(app, getUserInfo, ({ request }) =>
    getBearerIdentity(
      context,
      app.sessionCheck,
      bearerOf(request),
      readBrowserSecret(context.config, request),
    ),
  )
  registerCall(app, getSteamUser, ({ params }) => getPublicIdentity(context, params.steamId))
}

function registerSignInRoutes(context: AppContext, app: App, providerWithinMs?: number): void {
  registerCall(app, startSteamSignIn, async ({ request, reply }) => {
    // A person sees this answer: over the limit they get an error on the page, not JSON.
    const mayTry =
      isNavigation(request) && (await tryConsumeAddressRateLimit(context, 'steam login address', request.ip))
    if (!mayTry) return redirectToPage(reply, '/auth/steam/callback', { error: 'loginFailed' })
    const { url, browser } = await beginSignIn(context)
    setBrowserSecret(context.config, reply, browser)
    return reply.redirect(url)
  })
  registerCall(app, finishSteamSignIn, async ({ request, reply }) => {
    const mayTry =
      isNavigation(request) &&
      (await tryConsumeAddressRateLimit(context, 'steam callback address', request.ip))
    const outcome = mayTry
      ? await handleSignInCallback(context, toCallbackRequest(context, request), providerWithinMs)
      : { error: 'loginFailed' }
    return redirectToPage(reply, '/auth/steam/callback', outcome)
  })
}

function registerTicketRoutes(context: AppContext, app: App): void {
  registerCall(app, exchangeSteamTicket, async ({ body, request, reply }) => {
    const token = await exchangeTicket(context, {
      ticket: bearerOf(request),
      browser: readBrowserSecret(context.config, request),
      steamId: body.steamId,
      device: readDevice(request),
    })
    clearBrowserSecret(context.config, reply)
    return { token }
  })
  registerCall(app, signInByLink, ({ request }) =>
    exchangeLinkTicket(context, bearerOf(request), readDevice(request)),
  )
}

function registerBindingRoutes(context: AppContext, app: App, providerWithinMs?: number): void {
  registerCall(app, startSteamBinding, async ({ request, reply }) => {
    const { bindId } = await verifyBindToken(context, context.database, bearerOf(request))
    const { url, browser } = await beginSignIn(context, bindId)
    setBrowserSecret(context.config, reply, browser)
    return { url }
  })
  registerCall(app, finishSteamBinding, async ({ request, reply }) => {
    const mayTry =
      isNavigation(request) && (await tryConsumeAddressRateLimit(context, 'bind address', request.ip))
    const outcome = mayTry
      ? await handleBindCallback(context, toCallbackRequest(context, request), providerWithinMs)
      : { error: 'invalid_authentication' }
    if ('token' in outcome) clearBrowserSecret(context.config, reply)
    return redirectToPage(reply, '/auth/steam/bind/callback', outcome)
  })
}

function toCallbackRequest({ config }: AppContext, request: FastifyRequest): CallbackRequest {
  return { query: readRawQuery(request), browser: readBrowserSecret(config, request) }
}
