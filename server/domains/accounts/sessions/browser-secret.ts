import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInTimeoutMs } from '@clutch/contract/limits.ts'
import type { Config } from '../../../platform/config/config.ts'

type CookieSite = Pick<Config, 'publicUrl'>

/** With https no other site, not even one below ours, can set a cookie of this name. */
const cookieName = (site: CookieSite) => (isHttps(site) ? '__Host-clutch-signin' : 'clutch-signin')
const isHttps = ({ publicUrl }: CookieSite) => publicUrl.startsWith('https:')

/** The secret of the browser that began a way to another service (C19); null for one that did not, or shows two. */
export function readBrowserSecret(site: CookieSite, request: FastifyRequest): string | null {
  const start = `${cookieName(site)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const [own, ...more] = cookies.filter((cookie) => cookie.startsWith(start))
  const secret = own?.slice(start.length) ?? ''
  return more.length === 0 && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** C19: gives the browser its secret, for as long as a sign-in may take. */
export function setBrowserSecret(site: CookieSite, reply: FastifyReply, secret: string): void {
  reply.header('set-cookie', formatCookie(site, secret, signInTimeoutMs / 1_000))
}

/** Takes it back: the sign-in is over. */
export function clearBrowserSecret(site: CookieSite, reply: FastifyReply): void {
  reply.header('set-cookie', formatCookie(site, '', 0))
}

function formatCookie(site: CookieSite, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`
  return `${cookieName(site)}=${value}; ${attributes}`
}

/**
 * Returns whether this is a navigation, as far as the browser reports it: images and frames of another site
 * must not use up its visitor's attempts.
 */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document'
  return destination === 'document'
}

/** The query as it was sent: a field that comes twice must not be lost. */
export function readRawQuery(request: FastifyRequest): URLSearchParams {
  const address = request.raw.url ?? ''
  const start = address.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : address.slice(start + 1))
}

/** Sends a browser to a page with values in its address. */
export function redirectToPage(
  reply: FastifyReply,
  page: string,
  values: Readonly<Record<string, string>>,
): FastifyReply {
  return reply.redirect(`${page}?${new URLSearchParams(values).toString()}`)
}
