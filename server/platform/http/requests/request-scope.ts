import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Scope, currentScope, runInScope } from '../../observability/scope.ts'
import { beginRequestSpan } from '../../observability/tracing/spans.ts'
import type { App } from '../app.types.ts'
import { isInternalRequest } from './internal-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its id and its span; what it starts has the same. */
    scope: Scope | null
  }
}

const requestIdPattern = /^[\w.-]{8,64}$/
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Gives every request an id, which is returned in `X-Request-Id` and is in each log line and job of the request. A trusted proxy may
 * bring one, in `X-Request-Id` or as the trace of `traceparent`; from other clients they are ignored.
 */
export function assignRequestScopes(app: App): void {
  app.decorateRequest('scope', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.scope = openScope(request)
    if (request.scope.requestId !== null) reply.header('x-request-id', request.scope.requestId)
    runInScope(request.scope, done)
  })
  // The body arrives in events of the connection, outside of the request's scope.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.scope === null) done()
    else runInScope(request.scope, done)
  })
}

function openScope(request: FastifyRequest): Scope {
  // The portal's own request for a page that it renders is a part of the visitor's.
  const outer = isInternalRequest(request.headers) ? currentScope() : undefined
  if (outer) return outer
  const { 'x-request-id': given, traceparent } = isFromTrustedProxy(request) ? request.headers : {}
  const parent =
    typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : undefined
  return {
    requestId: readRequestId(given) ?? parent?.slice(3, 35) ?? randomUUID(),
    span:
      request.routeOptions.config.untraced === true ? undefined : beginRequestSpan(request.method, parent),
  }
}

function readRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && requestIdPattern.test(given) ? given : null
}

/** A trusted proxy names the visitor's address; Fastify lists more than the connection's own only from one. */
function isFromTrustedProxy({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1
}
