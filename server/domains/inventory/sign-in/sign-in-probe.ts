import { inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { requestToken } from './sign-in-token.ts'
import type { InventorySite, SignInFailure } from '../inventory-site.ts'
import { findFramingBlock } from './framing-policy.ts'
import { isSameSite } from './same-site.ts'
import { findCookieFailure } from './session-cookie.ts'

const maxRedirects = 4

/**
 * Signs a player in as their browser would, because the site does not report a failure and the page cannot read the frame: asks for
 * a token, opens the callback, and judges the cookie and the page it leads to. Null where the frame can show them signed in.
 */
export async function probeSignIn(
  site: InventorySite,
  userId: string,
  portal: URL,
): Promise<SignInFailure | null> {
  const answered = await requestToken(site, userId)
  if (!('token' in answered)) return answered
  const callback = new URL('/api/sign-in/callback', site.url)
  callback.searchParams.set('token', answered.token)
  try {
    return await followSignIn(callback, portal)
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return unavailable(late ? 'did not answer the sign-in in time' : 'cannot be reached for the sign-in')
  }
}

async function followSignIn(callback: URL, portal: URL): Promise<SignInFailure | null> {
  const signal = AbortSignal.timeout(inventoryTimeoutMs)
  let address = callback
  let cookies: readonly string[] | undefined
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const headers = { accept: 'text/html', cookie: (cookies ?? []).map(readCookiePair).join('; ') }
    const response = await fetch(address, { redirect: 'manual', signal, headers })
    await response.body?.cancel()
    if (response.status >= 400) return unavailable(`answered the sign-in with status ${response.status}`)
    cookies ??= response.headers.getSetCookie()
    const location = response.headers.get('location')
    if (response.status < 300 || location === null)
      return checkResponse(response.headers, cookies, address, portal)
    const next = URL.parse(location, address.href)
    // Only the site's own address is requested: it is the only one in the config.
    if (next?.origin !== callback.origin) return redirectFailure(next, portal)
    address = next
  }
  return unavailable('redirects the sign-in without end')
}

function checkResponse(
  headers: Headers,
  cookies: readonly string[],
  site: URL,
  portal: URL,
): SignInFailure | null {
  const refusal = findFramingBlock(headers, site, portal)
  if (refusal !== null)
    return {
      problem: 'framing',
      detail: `The inventory site forbids the portal ${portal.origin} to frame it (${refusal})`,
    }
  return findCookieFailure(cookies, site, portal)
}

function redirectFailure(next: URL | null, portal: URL): SignInFailure {
  if (next === null) return unavailable('redirects the sign-in to an unreadable address')
  return isSameSite(next, portal)
    ? {
        problem: 'elsewhere',
        detail: `The sign-in leads to ${next.origin}, which the portal does not frame: set INVENTORY_URL to it`,
      }
    : {
        problem: 'crossSite',
        detail: `The sign-in leads to ${next.origin}, which is not the same site as the portal ${portal.origin}: browsers do not send its session cookie in the frame`,
      }
}

function unavailable(what: string): SignInFailure {
  return { problem: 'unavailable', detail: `The inventory site ${what}` }
}

function readCookiePair(cookie: string): string {
  return cookie.split(';', 1)[0] ?? ''
}
