import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { bodyMaxBytes } from '@clutch/contract/limits.ts'
import type { House } from '../house.ts'
import { writeAccessLog } from './access-log.ts'
import { answerErrors, malformedRequest } from './errors.ts'
import { secureHeaders } from './headers.ts'
import { describeApi } from './openapi.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** SHA-256 of the operator's token; what `who: 'operator'` is checked against. */
    operatorTokenHash: Buffer
  }
}

/**
 * The HTTP room, empty of domains: schemas of the contract, errors, headers, access log and the API's own pages.
 * Domains add their calls with `answer`, then the caller listens.
 */
export async function createApp(house: House, operatorTokenHash: Buffer): Promise<App> {
  const app = Fastify({
    // The access log is ours: Fastify's own would write addresses and query strings.
    logger: false,
    trustProxy: house.settings.trustProxy,
    bodyLimit: bodyMaxBytes,
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: malformedRequest,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('operatorTokenHash', operatorTokenHash)
  secureHeaders(app, house.settings.publicUrl.startsWith('https:'))
  writeAccessLog(app, house.log)
  answerErrors(app, house.log)
  await describeApi(app)
  return app
}
