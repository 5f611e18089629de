import type { Logger } from 'pino'
import type { App } from './app.ts'

/** One line a request: method, route pattern, status and ms. Never address, query or headers. */
export function writeAccessLog(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
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
