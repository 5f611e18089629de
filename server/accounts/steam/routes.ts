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
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { bearerOf } from '../../http/signed-in.ts'
import { standingBind } from '../bind-tokens.ts'
import { hasTryOfAddress, takeTryOfAddress } from '../limits.ts'
import { deviceOf } from '../sessions.ts'
import { comeBackToBind, comeBackToSignIn } from './come-back.ts'
import type { Back, Outcome } from './come-back.ts'
import { browserOf, forgetBrowser, rememberBrowser } from './cookie.ts'
import { enterByLink, enterByTicket } from './enter.ts'
import { beginSignIn } from './sign-ins.ts'
import { identityOfBearer, publicIdentity } from './who.ts'

/** Signing in at Steam, the tickets between it and the page, and binding (C2, C3, C9, C12, C19). `providerWithinMs` is for tests. */
export function answerSteam(house: House, app: App, providerWithinMs?: number): void {
  answerSignIn(house, app, providerWithinMs)
  answerTickets(house, app)
  answerBinding(house, app, providerWithinMs)
  answer(app, getUserInfo, ({ request }) =>
    identityOfBearer(house, app.sessionCheck, bearerOf(request), browserOf(house.settings, request)),
  )
  answer(app, getSteamUser, ({ params }) => publicIdentity(house, params.steamId))
}

function answerSignIn(house: House, app: App, providerWithinMs?: number): void {
  answer(app, steamLogin, async ({ request, reply }) => {
    // A person looks at what this answers: over the limit they are told on the page, not in JSON.
    const mayTry = isVisit(request) && (await hasTryOfAddress(house, 'steam login address', request.ip))
    if (!mayTry) return goOn(reply, '/auth/steam/callback', { error: 'loginFailed' })
    const { url, browser } = await beginSignIn(house)
    rememberBrowser(house.settings, reply, browser)
    return reply.redirect(url)
  })
  answer(app, steamCallback, async ({ request, reply }) => {
    const mayTry = isVisit(request) && (await hasTryOfAddress(house, 'steam callback address', request.ip))
    const outcome = mayTry
      ? await comeBackToSignIn(house, backOf(house, request), providerWithinMs)
      : { error: 'loginFailed' }
    return goOn(reply, '/auth/steam/callback', outcome)
  })
}

function answerTickets(house: House, app: App): void {
  answer(app, steamToken, async ({ body, request, reply }) => {
    await takeTryOfAddress(house, 'ticket address', request.ip)
    const token = await enterByTicket(house, {
      ticket: bearerOf(request),
      browser: browserOf(house.settings, request),
      steamId: body.steamId,
      device: deviceOf(request),
    })
    forgetBrowser(house.settings, reply)
    return { token }
  })
  answer(app, linkSignIn, async ({ request }) => {
    await takeTryOfAddress(house, 'link address', request.ip)
    return enterByLink(house, bearerOf(request), deviceOf(request))
  })
}

function answerBinding(house: House, app: App, providerWithinMs?: number): void {
  answer(app, steamBindLogin, async ({ request, reply }) => {
    await takeTryOfAddress(house, 'bind address', request.ip)
    const { bindId } = await standingBind(house, house.database, bearerOf(request))
    const { url, browser } = await beginSignIn(house, bindId)
    rememberBrowser(house.settings, reply, browser)
    return { url }
  })
  answer(app, steamBindCallback, async ({ request, reply }) => {
    const mayTry = isVisit(request) && (await hasTryOfAddress(house, 'bind address', request.ip))
    const outcome = mayTry
      ? await comeBackToBind(house, backOf(house, request), providerWithinMs)
      : { error: 'invalid_authentication' }
    if ('token' in outcome) forgetBrowser(house.settings, reply)
    return goOn(reply, '/auth/steam/bind/callback', outcome)
  })
}

/**
 * Whether the browser itself goes there, as far as it tells: the pictures and frames of another site's page are not to spend
 * the tries of whoever looks at it.
 */
function isVisit({ headers }: FastifyRequest): boolean {
  const place = headers['sec-fetch-dest'] ?? 'document'
  return place === 'document'
}

/** The query is read as it was sent: a field that comes twice must not be lost. */
function backOf({ settings }: House, request: FastifyRequest): Back {
  const address = request.raw.url ?? ''
  const start = address.indexOf('?')
  const query = new URLSearchParams(start < 0 ? '' : address.slice(start + 1))
  return { query, browser: browserOf(settings, request) }
}

function goOn(reply: FastifyReply, page: string, outcome: Outcome): FastifyReply {
  return reply.redirect(`${page}?${new URLSearchParams({ ...outcome }).toString()}`)
}
