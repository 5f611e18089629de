import type { Logger } from 'pino'
import { recordRequest } from '../../observability/metrics/http-metrics.ts'
import { endRequestSpan, traceIdOf } from '../../observability/tracing/spans.ts'
import type { App } from '../app.types.ts'
import { isEventStream } from '../responses/event-stream.ts'
import { isInternalRequest } from './internal-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Logs successful requests at debug level only: for calls that programs make all the time. */
    quiet?: boolean
    /** Writes no span of its requests: for checks every second. */
    untraced?: boolean
  }
}

/** One line a visitor's request: its id and that of its trace, method, route pattern, status and ms. Never address, query or headers. */
export function writeAccessLog(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isInternalRequest(request.headers)) return done()
    const finished = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    }
    if (request.scope) endRequestSpan(request.scope, finished)
    recordRequest({ ...finished, isStream: isEventStream(reply.raw) })
    const isUsual = request.routeOptions.config.quiet === true && reply.statusCode < 400
    log[isUsual ? 'debug' : 'info'](
      {
        ...finished,
        ms: Math.round(finished.ms),
        requestId: request.scope?.requestId,
        traceId: traceIdOf(request.scope),
      },
      'request',
    )
    done()
  })
}
