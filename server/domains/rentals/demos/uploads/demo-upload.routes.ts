import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { uploadDemo } from '@clutch/contract/api/rentals/demos.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { findReporterBySecret, takeHostCheckReport } from '../../../events/index.ts'
import type { AppContext } from '../../../../platform/context.ts'
import { registerCall } from '../../../../platform/http/calls/register-call.ts'
import type { App } from '../../../../platform/http/app.ts'
import { bearerOf } from '../../../../platform/http/session/session-check.ts'
import { allowSlowBody } from '../../../../platform/http/requests/slow-body.ts'
import { toDemoName } from '../demo-name.ts'
import { type DemoLimits, saveDemo } from './demo-upload.service.ts'
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'

/** Of one rental, in this process. */
const maxConcurrentUploads = 2
/** After this time without data the upload is aborted. */
const idleTimeoutMs = 30_000

/** MatchZy's upload of a demo: the body is the file, of any type, and goes to the disk as it comes. */
export async function registerDemoUploadRoutes(
  context: AppContext,
  app: App,
  limits: DemoLimits,
): Promise<void> {
  const busy = new Map<string, number>()
  await app.register(async (scope) => {
    scope.decorateRequest('rental', '')
    scope.addHook('onRequest', async (request, reply) => {
      // A refused client need not send the rest: it would not be read.
      reply.header('connection', 'close')
      const rentalId = await findReportingRental(context, request)
      if (rentalId === null) return reply.send({})
      request.setDecorator('rental', rentalId)
      request.raw.headers['content-type'] = 'application/octet-stream'
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))

    registerCall(scope, uploadDemo, async ({ request, reply }) => {
      const rentalId = request.getDecorator<string>('rental')
      const upload = { rentalId, name: readDemoName(request.headers), body: readUploadBody(request, limits) }
      const now = busy.get(rentalId) ?? 0
      if (now >= maxConcurrentUploads) {
        reply.header('retry-after', 60)
        throw new PortalError('event.over_limit', 'This server is sending as many demos as it may')
      }
      busy.set(rentalId, now + 1)
      allowSlowBody(request)
      request.raw.socket.setTimeout(idleTimeoutMs)
      try {
        await saveDemo(context, upload, limits)
      } finally {
        decrementUploads(busy, rentalId)
      }
      return {}
    })
  })
}

function decrementUploads(busy: Map<string, number>, rentalId: string): void {
  const left = (busy.get(rentalId) ?? 1) - 1
  if (left > 0) busy.set(rentalId, left)
  else busy.delete(rentalId)
}

/**
 * Returns null for a host check, whose demo was taken. Throws `event.unknown_secret`, also for a registered server, whose demos are not
 * stored, or `event.revoked`.
 */
async function findReportingRental(context: AppContext, request: FastifyRequest): Promise<string | null> {
  const secret = bearerOf(request) ?? ''
  const report = { secret, kind: 'demo' } as const
  const { rentalId } = await findReporterBySecret(context.database, secret).catch(async (error: unknown) => {
    const isUnknown = error instanceof PortalError && error.code === 'event.unknown_secret'
    if (!isUnknown) throw error
    if (!(await takeHostCheckReport(context, request, report))) throw error
    return { rentalId: undefined }
  })
  if (rentalId === undefined) return null
  if (rentalId !== null) return rentalId
  throw new PortalError('event.unknown_secret', 'This secret belongs to no rented server')
}

/** Throws `request.unsupported_media` or, by the announced length, `request.too_large`. */
function readUploadBody({ headers, body }: FastifyRequest, { maxBytes }: DemoLimits): Readable {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new PortalError('request.unsupported_media', 'A demo is taken as it is, not compressed')
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw new PortalError('request.too_large', 'The demo is too large')
  return body instanceof Readable ? body : Readable.from([])
}

/** The name of an uploaded demo, from the path that MatchZy, or Get5, sends. Throws `demo.name_invalid`. */
function readDemoName(headers: IncomingHttpHeaders): string {
  const given = headers['matchzy-filename'] ?? headers['get5-filename']
  const path = typeof given === 'string' ? decodePercentEncoding(decodeHeader(given)) : ''
  const name = toDemoName(path)
  if (name !== null) return name
  throw new PortalError('demo.name_invalid', 'MatchZy-FileName: not the name of a demo')
}

/** Node reads header bytes as Latin-1; names outside of ASCII are sent as UTF-8. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}

/** .NET sends only ASCII in headers, so that other scripts arrive percent-encoded. */
function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
