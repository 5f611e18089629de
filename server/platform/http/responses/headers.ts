import type { FastifyReply } from 'fastify'
import { parseWebOrigin } from '@clutch/contract/rules/shared/web-origin.ts'
import type { App } from '../app.types.ts'

/** What a page may be put into: nothing, but the purchase page into the portal's own dialog (F2, F4). */
type FramedBy = "'none'" | "'self'"

/**
 * No inline script or style, nothing from elsewhere but the frames the operator set. Of strings only the worker's address is let
 * through, and the HTML of answers once DOMPurify has cleaned it (J1).
 */
const pagePolicy = (frames: readonly string[], framedBy: FramedBy) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${["'self'", ...frames].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
    "require-trusted-types-for 'script'",
    'trusted-types clutch-worker dompurify',
  ].join('; ')

/**
 * The API documentation page is a third-party program: it uses inline styles and builds HTML from strings.
 */
const docsPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  // Callback addresses hold one-time tokens: no other site receives the referrer.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** The security headers of every answer but the documentation page's. */
export function pageHeaders(
  https: boolean,
  frames: readonly string[] = [],
  framedBy: FramedBy = "'none'",
): Record<string, string> {
  const strict = https && { 'strict-transport-security': 'max-age=31536000' }
  return {
    ...everywhere,
    'x-frame-options': framedBy === "'self'" ? 'SAMEORIGIN' : 'DENY',
    'content-security-policy': pagePolicy(frames, framedBy),
    ...strict,
  }
}

/** Lets other sites show an answer: as a picture, or in a frame if its own policy names no `frame-ancestors` but theirs. */
export function allowEmbedding(reply: FastifyReply, policy: string): void {
  reply.removeHeader('x-frame-options')
  reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'content-security-policy': policy })
}

/**
 * Puts the security headers on every answer; `https` adds that browsers keep to it. An address of the operator that has no origin
 * is left out of the policy: a value that is stored must never fail a request.
 */
export function secureHeaders(app: App, https: boolean): void {
  const ofDocs = { ...pageHeaders(https), 'content-security-policy': docsPolicy }
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?')
    const frames = app.frames.flatMap((framed) => parseWebOrigin(framed() ?? '') ?? [])
    const framedBy = path === '/subscribe' ? "'self'" : "'none'"
    reply.headers(path.startsWith('/api/docs') ? ofDocs : pageHeaders(https, frames, framedBy))
    done()
  })
}
