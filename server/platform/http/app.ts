import Fastify from 'fastify'
import type { App } from './app.types.ts'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { bodyMaxBytes, streamsPerAddress } from '@clutch/contract/limits.ts'
import type { AppContext } from '../context.ts'
import { AddressSlots } from './requests/address-slots.ts'
import { assignRequestScopes } from './requests/request-scope.ts'
import { writeAccessLog } from './requests/access-log.ts'
import { registerCompression } from './responses/compression.ts'
import { registerErrorHandlers, replyMalformed, closeUnreadable } from './responses/errors.ts'
import { pageHeaders, secureHeaders } from './responses/headers.ts'
import { describeApi } from './calls/openapi.ts'
import { servePageForMalformed } from './page/page.ts'
import { serializeReply } from './calls/serialize-reply.ts'
import {
  type OnOperatorAction,
  type RateLimiter,
  type SessionCheck,
  noRateLimiter,
  rejectAllSessions,
} from './session/session-check.ts'

export type { App } from './app.types.ts'

/** Who may call what, and what is recorded of an operator's changes. */
export interface AppOptions {
  /** SHA-256 of the operator's token; null where it is turned off. */
  operatorTokenHash: Buffer | null
  /** Without it no session is valid. */
  sessionCheck?: SessionCheck | undefined
  /** Without it no call with rate limits answers. */
  rateLimiter?: RateLimiter | undefined
  /** Without it nothing is recorded. */
  onOperatorAction?: OnOperatorAction | undefined
}

/**
 * Creates the HTTP app without any domain: schemas of the contract, errors, headers, access log and the API's own pages.
 * Domains register their calls with `registerCall`, then the caller listens.
 */
export async function createApp(
  context: AppContext,
  {
    operatorTokenHash,
    sessionCheck = rejectAllSessions,
    rateLimiter = noRateLimiter,
    onOperatorAction = () => Promise.resolve(),
  }: AppOptions,
): Promise<App> {
  const https = context.config.publicUrl.startsWith('https:')
  const app = Fastify({
    // The access log is ours: Fastify's own would write addresses and query strings.
    logger: false,
    trustProxy: context.config.trustProxy,
    bodyLimit: bodyMaxBytes,
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: closeUnreadable,
    frameworkErrors: (_error, request, reply) => {
      reply.headers(pageHeaders(https))
      if (!servePageForMalformed(request, reply)) replyMalformed(reply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializeReply(context.log))
  app.decorate('operatorTokenHash', operatorTokenHash)
  app.decorate('sessionCheck', sessionCheck)
  app.decorate('rateLimiter', rateLimiter)
  app.decorate('onOperatorAction', onOperatorAction)
  app.decorateRequest('signedIn', null)
  app.decorateRequest('operatorCaller', null)
  app.decorate('knownPaths', [])
  app.decorate('auditedCalls', new Set<string>())
  app.decorate('indexPage', null)
  app.decorate('frames', [])
  app.decorate('streamPlaces', new AddressSlots(streamsPerAddress, 'stream.address_full'))
  assignRequestScopes(app)
  secureHeaders(app, https)
  registerCompression(app)
  writeAccessLog(app, context.log)
  registerErrorHandlers(app, context.log)
  await describeApi(app, context.config.publicUrl)
  return app
}
