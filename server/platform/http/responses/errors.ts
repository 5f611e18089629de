import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type ErrorCode, type ErrorDetails, PortalError, errorStatus } from '@clutch/contract/errors.ts'
import { FileNotFound, FileStoreUnavailable } from '../../files/file-store.ts'
import { isUnavailable } from '../../database/connection/database-unavailable.ts'
import { traceIdOf } from '../../observability/tracing/spans.ts'
import type { App } from '../app.types.ts'
import { isSlowBodyAllowed } from '../requests/slow-body.ts'

/** Sends every failure as `{ error, code }`; the portal's own failures are logged and sent without detail. */
export function registerErrorHandlers(app: App, log: Logger): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const response = toResponse(error)
    if (errorStatus[response.code] >= 500) {
      const { scope, routeOptions } = request
      const ids = { requestId: scope?.requestId, traceId: traceIdOf(scope) }
      log.error({ err: error, route: routeOptions.url, ...ids }, 'request failed')
    }
    return refuse(reply, response.code, response.message, response.about)
  })
  app.setNotFoundHandler((request, reply) => replyNotFound(request, reply))
}

/** 404 for an address of the API that does not exist, 405 for one that takes other methods. */
export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const known = reply.server.knownPaths.some((pattern) => pattern.test(path))
  if (known) return refuse(reply, 'request.method_not_allowed', 'This address takes another method')
  return refuse(reply, 'request.not_found', 'There is nothing at this address')
}

/** A request that is not even HTTP enough to be routed (a broken escape in its path). */
export function replyMalformed(reply: FastifyReply): void {
  void refuse(reply, 'request.invalid', 'The address is malformed')
}

/**
 * Answers an unparsable request or one with too many headers; writes to the socket directly, since nothing
 * was parsed.
 */
export function closeUnreadable(error: ConnectionError, socket: Socket): void {
  if (isSlowBodyAllowed(error, socket)) return
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'request.too_large' : 'request.invalid'
  const body = JSON.stringify({ error: 'The request cannot be read', code })
  const status = `${errorStatus[code]} ${STATUS_CODES[errorStatus[code]]}`
  const head = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\nconnection: close\r\n\r\n${body}`)
}

function refuse(reply: FastifyReply, code: ErrorCode, error: string, about?: ErrorDetails): FastifyReply {
  return reply
    .code(errorStatus[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error, code, ...(about && { about }) })
}

interface ErrorResponse {
  code: ErrorCode
  message: string
  about?: ErrorDetails | undefined
}

const codeOfStatus: Record<number, ErrorCode> = {
  404: 'request.not_found',
  405: 'request.method_not_allowed',
  413: 'request.too_large',
  415: 'request.unsupported_media',
  416: 'request.range',
}

function toResponse(error: FastifyError | PortalError): ErrorResponse {
  if (error instanceof PortalError) return { code: error.code, message: error.message, about: error.about }
  if (error.validation) return { code: 'request.invalid', message: describeIssues(error) }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return { code: codeOfStatus[status] ?? 'request.invalid', message: error.message }
  if (error instanceof FileNotFound)
    return { code: 'request.not_found', message: 'The file is no longer there' }
  if (error instanceof FileStoreUnavailable)
    return { code: 'portal.unavailable', message: 'The portal cannot reach its files right now' }
  if (isUnavailable(error)) {
    return { code: 'portal.unavailable', message: 'The portal cannot reach its database right now' }
  }
  return { code: 'portal.internal', message: 'Something went wrong on our side' }
}

/** Returns the first invalid field and its problem, without repeating the input. */
function describeIssues(error: FastifyError): string {
  const [issue] = error.validation ?? []
  const field = issue?.instancePath.split('/').filter(Boolean).join('.') ?? ''
  return [error.validationContext, field].filter(Boolean).join(' ') + `: ${issue?.message ?? 'invalid'}`
}
