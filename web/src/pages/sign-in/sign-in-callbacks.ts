import { ApiError } from '../../app/api/api-error.ts'
import type { UrlCredentials } from '../../app/sign-in/url-credentials.ts'
import { homePageFor, consumeReturnPage } from '../../app/sign-in/return-page.ts'
import type { NavigationError } from '../../app/navigation/navigation-error.ts'
import { logError } from '../../app/errors/log-error.ts'
import { getSession, type Binding } from '../../app/session/session.ts'
import { openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { readClaims } from '../../app/session/session-token.ts'
import { consumeBindingRedirect, failureStore } from './steam-binding/binding-redirect.ts'
import { showIfBlocked } from './blocked-store.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { bindSteamId, redeemLink, redeemTicket, fetchTicketOwner } from './sign-in.queries.ts'

/** The address to open next, and the error if any. */
export interface CallbackResult {
  href: string
  error?: NavigationError
}

/**
 * C3, C17: After a return from Steam with a ticket, signs in and returns to the page where it began; errors
 * lead to `/`.
 */
export async function finishSteamSignIn({ token, error }: UrlCredentials): Promise<CallbackResult> {
  const page = consumeReturnPage()
  const failed = (why: NavigationError): CallbackResult => ({ href: homePageFor(page), error: why })
  if (error === 'link.not_found') return failed(error)
  if (error !== null) return failed(error === 'steamApiError' ? 'steamApiError' : 'loginFailed')
  if (token === null) return failed('tokenNotFound')
  let away: NavigationError = 'steamApiError'
  try {
    const user = await fetchTicketOwner(token)
    away = 'serverRequestFailed'
    await finishSignIn(await redeemTicket(token, user), 'steam')
    return { href: page }
  } catch (reason) {
    if (showIfBlocked(reason)) return { href: homePageFor(page) }
    logError('signing in with Steam', reason)
    return failed(toSignInError(reason, away))
  }
}

/** C9, C19: back from Steam with a proven SteamID: binds it, if this browser began the binding. */
export async function finishSteamBinding({ token, error }: UrlCredentials): Promise<CallbackResult> {
  const page = consumeReturnPage()
  const binding = consumeBindingRedirect()
  const failed = (why: NavigationError): CallbackResult => {
    resumeBindingAfter(binding, why)
    return { href: homePageFor(page), error: why }
  }
  if (error !== null) return failed(urlErrors.get(error) ?? 'bindingFailed')
  if (token === null) return failed('unauthorized')
  if (binding === null) return failed('invalidAuthentication')
  const { steamId } = readClaims(token)
  if (typeof steamId !== 'string') return failed('bind.invalid_token')
  if (binding.email === '') return failed('missingParameters')
  try {
    await finishSignIn(await bindSteamId({ email: binding.email, token }, steamId), 'bound')
    return { href: page }
  } catch (reason) {
    if (showIfBlocked(reason)) return { href: homePageFor(page) }
    logError('binding the Steam account', reason)
    return failed(toBindingError(reason) ?? toBindingCallError(reason))
  }
}

/** A link that signs an operator in, once: on to the console. */
export async function finishLinkSignIn({ token }: UrlCredentials): Promise<CallbackResult> {
  if (token === null) return { href: '/', error: 'tokenNotFound' }
  try {
    await finishSignIn(await redeemLink(token), 'link')
    return { href: '/admin' }
  } catch (reason) {
    if (showIfBlocked(reason)) return { href: '/' }
    logError('signing in by a link', reason)
    const expired = reason instanceof ApiError && reason.code === 'ticket.invalid'
    return { href: '/', error: expired ? 'ticket.invalid' : toSignInError(reason, 'serverRequestFailed') }
  }
}

/** C9, document 2 §8: the words of the address. */
const urlErrors = new Map<string, NavigationError>([
  ['invalid_authentication', 'invalidAuthentication'],
  ['invalid_token', 'bind.invalid_token'],
  ['user_not_found', 'bind.user_not_found'],
  ['already_bound', 'bind.already_bound'],
  ['steam_already_bound', 'bind.steam_already_bound'],
  ['second_factor_on', 'bind.second_factor_on'],
])

/** The refusals of a binding that have words of their own. */
const bindingErrorCodes = [
  'bind.invalid_token',
  'bind.user_not_found',
  'bind.already_bound',
  'bind.steam_already_bound',
  'bind.second_factor_on',
] as const

/** Returns the error for any other failure of a binding. */
function toBindingCallError(reason: unknown): NavigationError {
  const errorName = reason instanceof ApiError ? callErrors.get(reason.code) : undefined
  return errorName ?? 'bindingFailed'
}

/** C5: what another try may mend. */
const retryableErrors: readonly NavigationError[] = [
  'invalidAuthentication',
  'bindingFailed',
  'offline',
  'timeout',
]

/**
 * C5: A binding that this browser took to Steam continues in the dialog, which shows the error from there.
 */
function resumeBindingAfter(binding: Binding | null, why: NavigationError): void {
  if (binding === null || !retryableErrors.includes(why) || getSession() !== null) return
  failureStore.set({ token: binding.token, why })
  openSignIn('steamBinding')
}

/** C11: why a binding was refused, where that has words of its own; null for anything else. */
export function toBindingError(reason: unknown): (typeof bindingErrorCodes)[number] | null {
  if (!(reason instanceof ApiError)) return null
  return bindingErrorCodes.find((code) => code === reason.code) ?? null
}

/** Document 1 §8: why signing in failed; `away` where the portal could not do it. */
function toSignInError(reason: unknown, away: NavigationError): NavigationError {
  if (!(reason instanceof ApiError)) return 'loginError'
  return callErrors.get(reason.code) ?? (reason.status >= 500 ? away : 'loginFailed')
}

const callErrors = new Map<ApiError['code'], NavigationError>([
  ['offline', 'offline'],
  ['timeout', 'timeout'],
  ['unreadable', 'serverRequestFailed'],
  ['request.invalid', 'missingParameters'],
  ['user.not_found', 'playerNotFound'],
  ['player.not_found', 'playerNotFound'],
  ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'],
])
