import type { App } from './app.ts'

/** No inline script or style, nothing from elsewhere, no frame around us, no HTML from strings. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The API's documentation page is somebody else's program: it styles itself inline and builds HTML from strings. */
const docsPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Addresses of callbacks hold one-time tokens: nobody else is told where a visitor came from.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** The security headers of every answer but the documentation page's. */
export function pageHeaders(https: boolean): Record<string, string> {
  const strict = https && { 'strict-transport-security': 'max-age=31536000' }
  return { ...everywhere, 'content-security-policy': pagePolicy, ...strict }
}

/** Puts the security headers on every answer; `https` adds that browsers keep to it. */
export function secureHeaders(app: App, https: boolean): void {
  const ofPage = pageHeaders(https)
  const ofDocs = { ...ofPage, 'content-security-policy': docsPolicy }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/docs') ? ofDocs : ofPage)
    done()
  })
}
