import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInMs } from '@clutch/contract/limits.ts'
import type { Settings } from '../../config.ts'

type Site = Pick<Settings, 'publicUrl'>

/** With https no other site, not even one below ours, can set a cookie of this name. */
const nameOf = (site: Site) => (isHttps(site) ? '__Host-clutch-signin' : 'clutch-signin')
const isHttps = ({ publicUrl }: Site) => publicUrl.startsWith('https:')

/** The secret of the browser that began a sign-in (C19); null for one that did not, or shows two. */
export function browserOf(site: Site, request: FastifyRequest): string | null {
  const start = `${nameOf(site)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const [ours, ...more] = cookies.filter((cookie) => cookie.startsWith(start))
  const secret = ours?.slice(start.length) ?? ''
  return more.length === 0 && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** C19: gives the browser its secret, for as long as a sign-in may take. */
export function rememberBrowser(site: Site, reply: FastifyReply, secret: string): void {
  reply.header('set-cookie', cookie(site, secret, signInMs / 1_000))
}

/** Takes it back: the sign-in is over. */
export function forgetBrowser(site: Site, reply: FastifyReply): void {
  reply.header('set-cookie', cookie(site, '', 0))
}

function cookie(site: Site, value: string, seconds: number): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`
  return `${nameOf(site)}=${value}; ${attributes}`
}
