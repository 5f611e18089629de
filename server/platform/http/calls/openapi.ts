import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { allCalls } from '@clutch/contract/api/index.ts'
import { describeCalls } from '@clutch/contract/api/openapi/describe-calls.ts'
import type { App } from '../app.types.ts'

const mark = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#f5b53d"/>' +
    '<path d="M18.5 10a5.5 5.5 0 1 0 0 8" fill="none" stroke="#1b1303" stroke-width="3" stroke-linecap="round"/></svg>',
)

/** Describes every call from its contract at `/api/docs` (page) and `/api/docs/json` (OpenAPI 3.1); all files are bundled. */
export async function describeApi(app: App, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // The contract describes the calls; the routes add nothing.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => describeCalls(allCalls, publicUrl),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    theme: { title: 'Clutch API' },
    logo: { type: 'image/svg+xml', content: mark, href: '/', target: '_self' },
  })
}
