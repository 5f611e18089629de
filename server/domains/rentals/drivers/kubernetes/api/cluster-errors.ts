import { HostFull, HostUnreachable } from '../../driver.ts'

/** What the API server answered to a refused call. */
interface ApiRefusal {
  code: number
  message: string
  /** Seconds; null where the answer names none. */
  retryAfter: number | null
}

const retryCodes = new Set([429, 503])
/** A cluster that refuses the object itself: a quota, a policy, a missing permission, a wrong image name. */
const refusedCodes = new Set([400, 403, 413, 422])

/** Null for an error that no API server sent: the connection failed, or the answer did not come in time. */
function readRefusal(error: unknown): ApiRefusal | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return null
  const headers = 'headers' in error ? (error.headers as Record<string, string | undefined>) : {}
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return {
    code: error.code,
    message: readStatusMessage('body' in error ? error.body : null),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  }
}

function readStatusMessage(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message)
  if (typeof body !== 'string') return ''
  try {
    const status: unknown = JSON.parse(body)
    return typeof status === 'object' && status !== null ? readStatusMessage(status) : ''
  } catch {
    return body.slice(0, 200)
  }
}

/** The object is there already, or was changed since it was read. */
export function isConflict(error: unknown): boolean {
  return readRefusal(error)?.code === 409
}

export function isNotFound(error: unknown): boolean {
  return readRefusal(error)?.code === 404
}

/** The credentials are wrong, or too old. */
export function isUnauthorized(error: unknown): boolean {
  return readRefusal(error)?.code === 401
}

/** A list that was continued too late: it has to be read from its start. */
export function isExpired(error: unknown): boolean {
  return readRefusal(error)?.code === 410
}

/** How long to wait before the same call, in ms; null for an error that another try does not mend. */
export function getRetryMs(error: unknown): number | null {
  const refusal = readRefusal(error)
  if (!refusal || !retryCodes.has(refusal.code)) return null
  return Math.min((refusal.retryAfter ?? 1) * 1_000, 5_000)
}

/** Translates an error of the API server: without a clear answer the outcome is unknown. */
export function toDriverError(error: unknown, hostName: string): Error {
  const refusal = readRefusal(error)
  if (refusal && refusedCodes.has(refusal.code))
    return new HostFull(`${hostName}: ${refusal.message || `refused with ${refusal.code}`}`)
  if (refusal) return new HostUnreachable(`${hostName} answers ${refusal.code}: ${refusal.message}`)
  if (error instanceof Error && isTransportError(error))
    return new HostUnreachable(`${hostName}: ${describeCause(error)}`)
  return error instanceof Error ? error : new Error(String(error))
}

function isTransportError(error: Error): boolean {
  // undici reports what happened to the connection as the cause of a TypeError.
  if (error instanceof TypeError) return error.cause instanceof Error
  return (
    ['AbortError', 'TimeoutError', 'FetchError', 'SyntaxError'].includes(error.name) ||
    'errno' in error ||
    'syscall' in error
  )
}

function describeCause(error: Error): string {
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
