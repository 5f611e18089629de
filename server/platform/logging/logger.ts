import { type Logger, pino } from 'pino'
import { currentScope } from '../observability/scope.ts'
import { traceIdOf } from '../observability/tracing/spans.ts'

const network = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]{0,14}|::1\b/gi
const afterPath = /\?\S+/g

/**
 * The portal's log: one JSON line an event, on stdout. Of an error it keeps only name, code, message and stack, without
 * network addresses and query strings: what else hangs on an error (the driver's detail, rows, requests) may be personal.
 */
export function createLog(level: string, destination: NodeJS.WritableStream = process.stdout): Logger {
  return pino({ level, base: null, serializers: { err: bareError }, mixin: scopeFields }, destination)
}

/** The id of the request that a line belongs to, also where a job does its work, and of its trace. */
function scopeFields(): { requestId?: string; traceId?: string } {
  const scope = currentScope()
  if (scope === undefined) return {}
  const { requestId } = scope
  const traceId = traceIdOf(scope)
  return { ...(requestId !== null && { requestId }), ...(traceId !== undefined && { traceId }) }
}

function bareError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : bareError(error.cause)
  return { name, code, message: scrub(message), stack: scrub(stack ?? ''), cause }
}

function scrub(text: string): string {
  return text.replace(network, '[address]').replace(afterPath, '?[query]')
}
