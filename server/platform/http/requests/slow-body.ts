import type { Socket } from 'node:net'
import type { ConnectionError, FastifyRequest } from 'fastify'

const patient = new WeakSet<Socket>()

/**
 * Lets a request's body take longer than the limit for all others (`requestTimeout`). The reader must make
 * sure that it ends.
 */
export function allowSlowBody(request: FastifyRequest): void {
  patient.add(request.raw.socket)
}

/** Whether an error is only that time running out for a request that may take longer. */
export function isSlowBodyAllowed({ code }: ConnectionError, socket: Socket): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.delete(socket)
}
