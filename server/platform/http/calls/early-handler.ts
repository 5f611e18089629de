import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AppContext } from '../../context.ts'
import { recordRequest } from '../../observability/metrics/http-metrics.ts'
import type { App } from '../app.ts'
import { pageHeaders } from '../responses/headers.ts'

/** Answers if it can, with these headers and its own; false leaves the request to the routes. */
export type EarlyHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
) => boolean

/**
 * Answers GET of exactly this address before any routing: for the one answer that is made before it is asked for, where
 * routing would cost as much as all the rest. It has no request id: nothing of it is logged by default. The route of the same address stays, and answers whatever is left to it.
 */
export function registerEarlyHandler(
  app: App,
  context: AppContext,
  path: string,
  answer: EarlyHandler,
): void {
  const headers = pageHeaders(context.config.publicUrl.startsWith('https:'))
  const routes = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    if (request.method === 'GET' && request.url === path && answer(request, response, { ...headers })) {
      const finished = { method: 'GET', route: path, status: response.statusCode }
      const ms = performance.now() - started
      recordRequest({ ...finished, ms, isStream: false })
      // Logging each of the most frequent replies would take a fifth of their time: only at debug level.
      context.log.debug({ ...finished, ms: Math.round(ms) }, 'request')
      return
    }
    for (const route of routes) route.call(app.server, request, response)
  })
}
