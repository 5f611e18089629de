import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInMs } from '@clutch/contract/limits.ts'
import type { Settings } from '../../../config.ts'

type CookieSite = Pick<Settings, 'publicUrl'>

/** With https no other site, not even one below ours, can set a cookie of this name. */
const cookieName = (site: CookieSite) => (isHttps(site) ? '__Host-clutch-signin' : 'clutch-signin')
const isHttps = ({ publicUrl }: CookieSite) => publicUrl.startsWith('https:')

/** The secret of the browser that began a sign-in (C19); null for one that did not, or shows two. */
export function readBrowserSecret(site: CookieSite, request: FastifyRequest): string | null {
  const start = `${cookieName(site)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const [ours, ...more] = cookies.filter((cookie) => cookie.startsWith(start))
  const secret = ours?.slice(start.length) ?? ''
  return more.length === 0 && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** C19: gives the browser its secret, for as long as a sign-in may take. */
export function setSignInCookie(site: CookieSite, reply: FastifyReply, secret: string): void {
  reply.header('set-cookie', formatCookie(site, secret, signInMs / 1_000))
}

/** Takes it back: the sign-in is over. */
export function clearSignInCookie(site: CookieSite, reply: FastifyReply): void {
  reply.header('set-cookie', formatCookie(site, '', 0))
}

function formatCookie(site: CookieSite, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`
  return `${cookieName(site)}=${value}; ${attributes}`
}
