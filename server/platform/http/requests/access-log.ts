import type { Logger } from 'pino'
import type { App } from '../app.types.ts'
import { isInternalRequest } from './internal-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Logs successful requests at debug level only: for calls that programs make all the time. */
    quiet?: boolean
  }
}

/** One line a visitor's request: method, route pattern, status and ms. Never address, query or headers. */
export function writeAccessLog(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isInternalRequest(request.headers)) return done()
    const isUsual = request.routeOptions.config.quiet === true && reply.statusCode < 400
    log[isUsual ? 'debug' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
