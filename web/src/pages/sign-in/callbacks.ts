import { ApiError } from '../../app/api-error.ts'
import type { Arrival } from '../../app/arrival.ts'
import { startOf, takeRememberedPage } from '../../app/landing.ts'
import type { NavigationError } from '../../app/navigation-error.ts'
import { report } from '../../app/report.ts'
import { currentSession, type Binding } from '../../app/session.ts'
import { openSignIn } from '../../app/sign-in-dialog.ts'
import { claimsOf } from '../../app/token.ts'
import { backFromProvider, failureStore } from './binding-journey.ts'
import { tellBlocked } from './blocked-store.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { bindTo, redeemLink, redeemTicket, ticketOwner } from './sign-in.queries.ts'

/** Where the browser goes on, and what went wrong on the way. */
export interface Landing {
  href: string
  error?: NavigationError
}

/** C3, C17: back from Steam with a ticket: signs in and goes on at the page where it began; errors lead to `/`. */
export async function arriveFromSteam({ token, error }: Arrival): Promise<Landing> {
  const page = takeRememberedPage()
  const failed = (why: NavigationError): Landing => ({ href: startOf(page), error: why })
  if (error !== null) return failed(error === 'steamApiError' ? 'steamApiError' : 'loginFailed')
  if (token === null) return failed('tokenNotFound')
  let away: NavigationError = 'steamApiError'
  try {
    const user = await ticketOwner(token)
    away = 'serverRequestFailed'
    await finishSignIn(await redeemTicket(token, user), 'steam')
    return { href: page }
  } catch (reason) {
    if (tellBlocked(reason)) return { href: startOf(page) }
    report('signing in with Steam', reason)
    return failed(signInError(reason, away))
  }
}

/** C9, C19: back from Steam with a proven SteamID: binds it, if this browser began the binding. */
export async function arriveFromBinding({ token, error }: Arrival): Promise<Landing> {
  const page = takeRememberedPage()
  const binding = backFromProvider()
  const failed = (why: NavigationError): Landing => {
    resumeAfter(binding, why)
    return { href: startOf(page), error: why }
  }
  if (error !== null) return failed(toldErrors.get(error) ?? 'bindingFailed')
  if (token === null) return failed('unauthorized')
  if (binding === null) return failed('invalidAuthentication')
  const { steamId } = claimsOf(token)
  if (typeof steamId !== 'string') return failed('bind.invalid_token')
  if (binding.email === '') return failed('missingParameters')
  try {
    await finishSignIn(await bindTo({ email: binding.email, token }, steamId), 'bound')
    return { href: page }
  } catch (reason) {
    if (tellBlocked(reason)) return { href: startOf(page) }
    report('binding the Steam account', reason)
    return failed(bindingError(reason) ?? bindingCallError(reason))
  }
}

/** A link that signs an operator in, once: on to the console. */
export async function arriveByLink({ token }: Arrival): Promise<Landing> {
  if (token === null) return { href: '/', error: 'tokenNotFound' }
  try {
    await finishSignIn(await redeemLink(token), 'link')
    return { href: '/admin' }
  } catch (reason) {
    if (tellBlocked(reason)) return { href: '/' }
    report('signing in by a link', reason)
    const expired = reason instanceof ApiError && reason.code === 'ticket.invalid'
    return { href: '/', error: expired ? 'ticket.invalid' : signInError(reason, 'serverRequestFailed') }
  }
}

/** C9, document 2 §8: the words of the address. */
const toldErrors = new Map<string, NavigationError>([
  ['invalid_authentication', 'invalidAuthentication'],
  ['invalid_token', 'bind.invalid_token'],
  ['user_not_found', 'bind.user_not_found'],
  ['already_bound', 'bind.already_bound'],
  ['steam_already_bound', 'bind.steam_already_bound'],
  ['second_factor_on', 'bind.second_factor_on'],
])

/** The refusals of a binding that have words of their own. */
const refusals = [
  'bind.invalid_token',
  'bind.user_not_found',
  'bind.already_bound',
  'bind.steam_already_bound',
  'bind.second_factor_on',
] as const

/** What else kept a binding from being made. */
function bindingCallError(reason: unknown): NavigationError {
  const told = reason instanceof ApiError ? callErrors.get(reason.code) : undefined
  return told ?? 'bindingFailed'
}

/** C5: what another try may mend. */
const passing: readonly NavigationError[] = ['invalidAuthentication', 'bindingFailed', 'offline', 'timeout']

/** C5: a binding that this browser took to Steam goes on in the dialog, which says what went wrong there. */
function resumeAfter(binding: Binding | null, why: NavigationError): void {
  if (binding === null || !passing.includes(why) || currentSession() !== null) return
  failureStore.set({ token: binding.token, why })
  openSignIn('steamBinding')
}

/** C11: why a binding was refused, where that has words of its own; null for anything else. */
export function bindingError(reason: unknown): (typeof refusals)[number] | null {
  if (!(reason instanceof ApiError)) return null
  return refusals.find((code) => code === reason.code) ?? null
}

/** Document 1 §8: why signing in failed; `away` where the portal could not do it. */
function signInError(reason: unknown, away: NavigationError): NavigationError {
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
