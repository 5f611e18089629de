import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '@clutch/contract/api/events/game-reports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { eventBodyMaxBytes } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { takeHostCheckReport } from '../host-checks/host-checks.service.ts'
import type { BatchInbox } from './batch-inbox.ts'
import { IntakeLimits } from './intake-limits.ts'
import { blankSecrets } from '../log-parser/blank-secrets.ts'
import { hashBody, readPosition } from './batch-position.ts'
import { getReporterId } from '../reporters/reporter.ts'
import type { ReportSource, ReportSources } from '../reporters/report-sources.ts'

interface Dependencies {
  context: Pick<AppContext, 'clock' | 'database'>
  sources: ReportSources
  inbox: BatchInbox
}

/**
 * Registers the calls of game servers: a caller with a valid secret may store a batch, which is processed
 * later.
 */
export async function registerIntakeRoutes(
  app: App,
  { context, sources, inbox }: Dependencies,
): Promise<void> {
  const limits = new IntakeLimits(context.clock)
  await app.register(async (scope) => {
    scope.decorateRequest('source', null)
    scope.addHook('onRequest', async (request, reply) => {
      const source = await findSource(context, sources, request)
      if (source === null) return reply.send({})
      assertWithinLimits(limits, source, request, reply)
      request.setDecorator('source', source)
    })
    acceptAnyBody(scope)

    registerCall(scope, calls.postServerLog, async ({ request }) => {
      const { source, body } = readBatch(limits, request)
      const clean = blankSecrets(body)
      const batch = { source, kind: 'log' as const, body: clean, receivedAt: context.clock.now() }
      if (clean.length > 0) await inbox.put({ ...batch, ...readPosition(request.headers, body, clean) })
      return {}
    })
    registerCall(scope, calls.postMatchEvent, async ({ request }) => {
      const { source, body } = readBatch(limits, request)
      const batch = { source, kind: 'matchzy' as const, body, receivedAt: context.clock.now() }
      if (body.length > 0) await inbox.put({ ...batch, ...noPosition, key: hashBody(body) })
      return {}
    })
  })
}

/**
 * Who sends a batch; null for a host check, whose batch was taken. Throws `event.unknown_secret` or `event.revoked`.
 */
async function findSource(
  context: Dependencies['context'],
  sources: ReportSources,
  request: FastifyRequest,
): Promise<ReportSource | null> {
  const secret = readSecret(request)
  try {
    return await sources.find(secret)
  } catch (error) {
    const isUnknown = error instanceof PortalError && error.code === 'event.unknown_secret'
    if (!isUnknown || !(await takeHostCheckReport(context, request, { secret, kind: 'log' }))) throw error
    return null
  }
}

/** An event of a match has no place: it is read once, as it came. */
const noPosition = { token: '', at: 0, begins: 0, ends: 0 }

/** The secret is in the path, since the log cannot set a header; otherwise in the bearer token. */
function readSecret(request: FastifyRequest): string {
  const { secret } = request.params as { secret?: string }
  return secret ?? /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** Before the body is read: throws `request.unsupported_media`, `request.too_large` or `event.over_limit`. */
function assertWithinLimits(
  limits: IntakeLimits,
  source: ReportSource,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new PortalError('request.unsupported_media', 'A batch is taken as it is, not compressed')
  const bytes = Number(request.headers['content-length'] ?? 0)
  if (bytes > eventBodyMaxBytes) throw new PortalError('request.too_large', 'The batch is too large')
  const restMs = limits.take(getReporterId(source), bytes)
  if (restMs === 0) return
  reply.header('retry-after', Math.ceil(restMs / 1_000))
  throw new PortalError('event.over_limit', 'This server sends more than it may: slow down')
}

/** Any body of any type, even one whose type makes no sense, is a buffer here. */
function acceptAnyBody(scope: App): void {
  scope.addHook('onRequest', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream'
  })
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: eventBodyMaxBytes } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
}

function readBatch(limits: IntakeLimits, request: FastifyRequest): { source: ReportSource; body: Buffer } {
  const source = request.getDecorator<ReportSource>('source')
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (request.headers['content-length'] === undefined) limits.owe(getReporterId(source), body.length)
  return { source, body }
}
