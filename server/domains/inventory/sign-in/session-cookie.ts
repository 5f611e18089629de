import { isIP } from 'node:net'
import type { SignInFailure } from '../inventory-site.ts'
import { isSameSite } from './same-site.ts'

/** Why no cookie of the sign-in reaches the site in a frame of the portal; null where one does. */
export function findCookieFailure(cookies: readonly string[], site: URL, portal: URL): SignInFailure | null {
  const set = cookies
    .map(parseSetCookie)
    .filter(({ value, attributes }) => value !== '' && attributes.get('max-age') !== '0')
  const faults = set.map(({ attributes }) => checkCookie(attributes, site, portal))
  if (faults.includes(null)) return null
  return (
    faults[0] ?? {
      problem: 'noCookie',
      detail:
        'The sign-in ended without a session cookie: the inventory site did not accept its own new token, or a proxy removes the cookie',
    }
  )
}

function checkCookie(attributes: ReadonlyMap<string, string>, site: URL, portal: URL): SignInFailure | null {
  const sameSite = attributes.get('samesite')?.toLowerCase() ?? ''
  const secure = attributes.has('secure')
  if (secure && site.protocol === 'http:' && !isLoopback(site.hostname))
    return cookieRejected('is Secure, and the site is not served over https')
  if (sameSite === 'none')
    return secure ? null : cookieRejected('is SameSite=None without Secure, which browsers reject')
  if (isSameSite(site, portal)) return null
  const written = sameSite === 'strict' ? 'Strict' : 'Lax'
  return {
    problem: 'crossSite',
    detail: `The session cookie is SameSite=${written}, and ${site.origin} is not the same site as the portal ${portal.origin}: browsers do not send it in the frame`,
  }
}

function cookieRejected(why: string): SignInFailure {
  return { problem: 'cookieRejected', detail: `The session cookie ${why}` }
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  )
}

function parseSetCookie(cookie: string) {
  const [pair = '', ...rest] = cookie.split(';')
  const attributes = new Map(
    rest.map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toLowerCase(), value.trim()]
    }),
  )
  return { value: pair.slice(pair.indexOf('=') + 1).trim(), attributes }
}
