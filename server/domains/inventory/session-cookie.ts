import { isIP } from 'node:net'
import type { Fault } from './fault.ts'
import { isSameSite } from './same-site.ts'

/** Why no cookie of the sign-in reaches the site in a frame of the portal; null where one does. */
export function cookieFault(cookies: readonly string[], site: URL, portal: URL): Fault | null {
  const set = cookies
    .map(parse)
    .filter(({ value, attributes }) => value !== '' && attributes.get('max-age') !== '0')
  const faults = set.map(({ attributes }) => faultOf(attributes, site, portal))
  if (faults.includes(null)) return null
  return (
    faults[0] ?? {
      problem: 'noCookie',
      detail:
        'The sign-in ended without a session cookie: the inventory site did not accept its own new token, or a proxy removes the cookie',
    }
  )
}

function faultOf(attributes: ReadonlyMap<string, string>, site: URL, portal: URL): Fault | null {
  const sameSite = attributes.get('samesite')?.toLowerCase() ?? ''
  const secure = attributes.has('secure')
  if (secure && site.protocol === 'http:' && !isLoopback(site.hostname))
    return rejected('is Secure, and the site is not served over https')
  if (sameSite === 'none')
    return secure ? null : rejected('is SameSite=None without Secure, which browsers reject')
  if (isSameSite(site, portal)) return null
  const written = sameSite === 'strict' ? 'Strict' : 'Lax'
  return {
    problem: 'crossSite',
    detail: `The session cookie is SameSite=${written}, and ${site.origin} is not the same site as the portal ${portal.origin}: browsers do not send it in the frame`,
  }
}

function rejected(why: string): Fault {
  return { problem: 'cookieRejected', detail: `The session cookie ${why}` }
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  )
}

function parse(cookie: string) {
  const [pair = '', ...rest] = cookie.split(';')
  const attributes = new Map(
    rest.map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toLowerCase(), value.trim()]
    }),
  )
  return { value: pair.slice(pair.indexOf('=') + 1).trim(), attributes }
}
