import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { uploadDemo } from '@clutch/contract/api/demos.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { reporterBySecret } from '../../events/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/answer.ts'
import type { App } from '../../../platform/http/app.ts'
import { bearerOf } from '../../../platform/http/signed-in.ts'
import { allowSlowBody } from '../../../platform/http/slow-body.ts'
import { readDemoName } from './demo-name.ts'
import { type DemoLimits, saveDemo } from './demo-upload.service.ts'

/** Of one lease, in this process. */
const maxConcurrentUploads = 2
/** Nothing came for so long: the rest will not come either. */
const idleTimeoutMs = 30_000

/** MatchZy's upload of a demo: the body is the file, of any type, and goes to the disk as it comes. */
export async function registerDemoUploadRoutes(
  context: AppContext,
  app: App,
  limits: DemoLimits,
): Promise<void> {
  const busy = new Map<string, number>()
  await app.register(async (scope) => {
    scope.decorateRequest('lease', '')
    scope.addHook('onRequest', async (request, reply) => {
      // Whoever is refused need not send the rest: nobody would read it.
      reply.header('connection', 'close')
      request.setDecorator('lease', await findReportingRental(context, request))
      request.raw.headers['content-type'] = 'application/octet-stream'
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))

    registerCall(scope, uploadDemo, async ({ request, reply }) => {
      const leaseId = request.getDecorator<string>('lease')
      const upload = { leaseId, name: readDemoName(request.headers), body: readUploadBody(request, limits) }
      const now = busy.get(leaseId) ?? 0
      if (now >= maxConcurrentUploads) {
        reply.header('retry-after', 60)
        throw new PortalError('event.over_limit', 'This server is sending as many demos as it may')
      }
      busy.set(leaseId, now + 1)
      allowSlowBody(request)
      request.raw.socket.setTimeout(idleTimeoutMs)
      try {
        await saveDemo(context, upload, limits)
      } finally {
        decrementUploads(busy, leaseId)
      }
      return {}
    })
  })
}

function decrementUploads(busy: Map<string, number>, leaseId: string): void {
  const left = (busy.get(leaseId) ?? 1) - 1
  if (left > 0) busy.set(leaseId, left)
  else busy.delete(leaseId)
}

/** Throws `event.unknown_secret`, also for a registered server, whose demos nobody keeps, or `event.revoked`. */
async function findReportingRental({ database }: AppContext, request: FastifyRequest): Promise<string> {
  const { leaseId } = await reporterBySecret(database, bearerOf(request) ?? '')
  if (leaseId !== null) return leaseId
  throw new PortalError('event.unknown_secret', 'This secret belongs to no rented server')
}

/** Throws `request.unsupported_media` or, by what is announced, `request.too_large`. */
function readUploadBody({ headers, body }: FastifyRequest, { maxBytes }: DemoLimits): Readable {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new PortalError('request.unsupported_media', 'A demo is taken as it is, not compressed')
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw new PortalError('request.too_large', 'The demo is too large')
  return body instanceof Readable ? body : Readable.from([])
}
