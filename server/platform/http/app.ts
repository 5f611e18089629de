import Fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { bodyMaxBytes, streamsPerAddress } from '@clutch/contract/limits.ts'
import type { AppContext } from '../context.ts'
import { AddressSlots } from './requests/address-slots.ts'
import { writeAccessLog } from './requests/access-log.ts'
import { registerCompression } from './responses/compression.ts'
import { registerErrorHandlers, replyMalformed, closeUnreadable } from './responses/errors.ts'
import { pageHeaders, secureHeaders } from './responses/headers.ts'
import { describeApi } from './calls/openapi.ts'
import { servePageForMalformed } from './page/page.ts'
import { serializeReply } from './calls/serialize-reply.ts'
import {
  type OnOperatorAction,
  type SessionCheck,
  type SessionUser,
  rejectAllSessions,
} from './session/session-check.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** SHA-256 of the operator's token; what `who: 'operator'` is checked against. */
    operatorTokenHash: Buffer
    /** Who the bearers of session tokens are; the accounts domain sets it. */
    sessionCheck: SessionCheck
    /** Called for each change by an operator; the accounts domain sets it. */
    operatorActed: OnOperatorAction
    /** The addresses of the contract's calls, to distinguish a wrong method from a wrong address. */
    knownPaths: RegExp[]
    /**
     * The operator's calls, such as `PUT /api/operator/ops/:who`, that report their changes to the audit log.
     */
    trails: Set<string>
    /** How many live streams each network address has open here. */
    streamPlaces: AddressSlots
    /** Addresses whose sites may be shown in a frame of the page, null for none; domains add theirs. */
    frames: (() => string | null)[]
    /** The page itself, where it is served. */
    indexPage: Buffer | null
  }
  interface FastifyRequest {
    /** Whose session made this request, where the call asks for one. */
    signedIn: SessionUser | null
  }
}

/**
 * The HTTP room, empty of domains: schemas of the contract, errors, headers, access log and the API's own pages.
 * Domains add their calls with `answer`, then the caller listens.
 */
export async function createApp(context: AppContext, operatorTokenHash: Buffer): Promise<App> {
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
  app.decorate('sessionCheck', rejectAllSessions)
  app.decorate('operatorActed', () => Promise.resolve())
  app.decorateRequest('signedIn', null)
  app.decorate('knownPaths', [])
  app.decorate('trails', new Set<string>())
  app.decorate('indexPage', null)
  app.decorate('frames', [])
  app.decorate('streamPlaces', new AddressSlots(streamsPerAddress, 'stream.address_full'))
  secureHeaders(app, https)
  registerCompression(app)
  writeAccessLog(app, context.log)
  registerErrorHandlers(app, context.log)
  await describeApi(app)
  return app
}
