import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  getSteamUser,
  getUserInfo,
  linkSignIn,
  steamBindCallback,
  steamBindLogin,
  steamCallback,
  steamLogin,
  steamToken,
} from '@clutch/contract/api/auth.ts'
import type { House } from '../../../house.ts'
import { answer } from '../../../http/answer.ts'
import type { App } from '../../../http/app.ts'
import { bearerOf } from '../../../http/signed-in.ts'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
import { tryConsumeAddressRateLimit, consumeAddressRateLimit } from '../rate-limits/rate-limits.service.ts'
import { readDevice } from '../sessions/sessions.service.ts'
import {
  type CallbackRequest,
  type CallbackResult,
  handleBindCallback,
  handleSignInCallback,
} from './callbacks.service.ts'
import { exchangeLinkTicket, exchangeTicket } from './ticket-exchange.service.ts'
import { beginSignIn } from './sign-ins.service.ts'
import { getBearerIdentity, getPublicIdentity } from './identity-lookup.service.ts'
import { signInMs } from '@clutch/contract/limits.ts'
import type { Settings } from '../../../config.ts'

type CookieSite = Pick<Settings, 'publicUrl'>

/** With https no other site, not even one below ours, can set a cookie of this name. */
const cookieName = (site: CookieSite) => (isHttps(site) ? '__Host-clutch-signin' : 'clutch-signin')
const isHttps = ({ publicUrl }: CookieSite) => publicUrl.startsWith('https:')

/** The secret of the browser that began a sign-in (C19); null for one that did not, or shows two. */
function readBrowserSecret(site: CookieSite, request: FastifyRequest): string | null {
  const start = `${cookieName(site)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const [ours, ...more] = cookies.filter((cookie) => cookie.startsWith(start))
  const secret = ours?.slice(start.length) ?? ''
  return more.length === 0 && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** C19: gives the browser its secret, for as long as a sign-in may take. */
function setSignInCookie(site: CookieSite, reply: FastifyReply, secret: string): void {
  reply.header('set-cookie', formatCookie(site, secret, signInMs / 1_000))
}

/** Takes it back: the sign-in is over. */
function clearSignInCookie(site: CookieSite, reply: FastifyReply): void {
  reply.header('set-cookie', formatCookie(site, '', 0))
}

function formatCookie(site: CookieSite, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`
  return `${cookieName(site)}=${value}; ${attributes}`
}

/** Signing in at Steam, the tickets between it and the page, and binding (C2, C3, C9, C12, C19). `providerWithinMs` is for tests. */
export function registerSteamRoutes(house: House, app: App, providerWithinMs?: number): void {
  registerSignInRoutes(house, app, providerWithinMs)
  registerTicketRoutes(house, app)
  registerBindingRoutes(house, app, providerWithinMs)
  answer(app, getUserInfo, ({ request }) =>
    getBearerIdentity(house, app.sessionCheck, bearerOf(request), readBrowserSecret(house.settings, request)),
  )
  answer(app, getSteamUser, ({ params }) => getPublicIdentity(house, params.steamId))
}

function registerSignInRoutes(house: House, app: App, providerWithinMs?: number): void {
  answer(app, steamLogin, async ({ request, reply }) => {
    // A person looks at what this answers: over the limit they are told on the page, not in JSON.
    const mayTry =
      isNavigation(request) && (await tryConsumeAddressRateLimit(house, 'steam login address', request.ip))
    if (!mayTry) return redirectToPage(reply, '/auth/steam/callback', { error: 'loginFailed' })
    const { url, browser } = await beginSignIn(house)
    setSignInCookie(house.settings, reply, browser)
    return reply.redirect(url)
  })
  answer(app, steamCallback, async ({ request, reply }) => {
    const mayTry =
      isNavigation(request) && (await tryConsumeAddressRateLimit(house, 'steam callback address', request.ip))
    const outcome = mayTry
      ? await handleSignInCallback(house, toCallbackRequest(house, request), providerWithinMs)
      : { error: 'loginFailed' }
    return redirectToPage(reply, '/auth/steam/callback', outcome)
  })
}

function registerTicketRoutes(house: House, app: App): void {
  answer(app, steamToken, async ({ body, request, reply }) => {
    await consumeAddressRateLimit(house, 'ticket address', request.ip)
    const token = await exchangeTicket(house, {
      ticket: bearerOf(request),
      browser: readBrowserSecret(house.settings, request),
      steamId: body.steamId,
      device: readDevice(request),
    })
    clearSignInCookie(house.settings, reply)
    return { token }
  })
  answer(app, linkSignIn, async ({ request }) => {
    await consumeAddressRateLimit(house, 'link address', request.ip)
    return exchangeLinkTicket(house, bearerOf(request), readDevice(request))
  })
}

function registerBindingRoutes(house: House, app: App, providerWithinMs?: number): void {
  answer(app, steamBindLogin, async ({ request, reply }) => {
    await consumeAddressRateLimit(house, 'bind address', request.ip)
    const { bindId } = await verifyBindToken(house, house.database, bearerOf(request))
    const { url, browser } = await beginSignIn(house, bindId)
    setSignInCookie(house.settings, reply, browser)
    return { url }
  })
  answer(app, steamBindCallback, async ({ request, reply }) => {
    const mayTry =
      isNavigation(request) && (await tryConsumeAddressRateLimit(house, 'bind address', request.ip))
    const outcome = mayTry
      ? await handleBindCallback(house, toCallbackRequest(house, request), providerWithinMs)
      : { error: 'invalid_authentication' }
    if ('token' in outcome) clearSignInCookie(house.settings, reply)
    return redirectToPage(reply, '/auth/steam/bind/callback', outcome)
  })
}

/**
 * Whether the browser itself goes there, as far as it tells: the pictures and frames of another site's page are not to spend
 * the tries of whoever looks at it.
 */
function isNavigation({ headers }: FastifyRequest): boolean {
  const place = headers['sec-fetch-dest'] ?? 'document'
  return place === 'document'
}

/** The query is read as it was sent: a field that comes twice must not be lost. */
function toCallbackRequest({ settings }: House, request: FastifyRequest): CallbackRequest {
  const address = request.raw.url ?? ''
  const start = address.indexOf('?')
  const query = new URLSearchParams(start < 0 ? '' : address.slice(start + 1))
  return { query, browser: readBrowserSecret(settings, request) }
}

function redirectToPage(reply: FastifyReply, page: string, outcome: CallbackResult): FastifyReply {
  return reply.redirect(`${page}?${new URLSearchParams({ ...outcome }).toString()}`)
}
