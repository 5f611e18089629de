import type { Dispatcher } from 'undici'
import { withSpan } from '../observability/tracing/spans.ts'
import {
  AddressBlocked,
  type AddressPolicy,
  allowAnyAddress,
  assertAllowedAddress,
  guardedLookup,
  isAddressBlocked,
} from './outgoing-requests.ts'

/** Another service did not answer, or not as it should. The message names neither address nor key. */
export class FetchFailed extends Error {
  override name = 'FetchFailed'
  /** Whether the address is one that the portal may not call. */
  readonly isBlocked: boolean

  constructor(message: string, isBlocked = false) {
    super(message)
    this.isBlocked = isBlocked
  }
}

interface FetchLimits {
  withinMs: number
  maxBytes: number
  /** Sent by POST instead of a GET. */
  form?: URLSearchParams
}

/** What is sent and how long and large its answer may be. */
export interface LimitedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer | URLSearchParams
  withinMs: number
  maxBytes: number
}

export interface LimitedResponse {
  status: number
  /** Of a header by its name in lower case; undefined where there is none. */
  header: (name: string) => string | undefined
  body: Buffer
}

/**
 * The body of a 200 at an address, whole, in time and in size; a redirect is not followed, and where `may` is given no address
 * is called that it does not let pass. Throws FetchFailed.
 */
export async function fetchWithLimits(
  address: URL,
  { withinMs, maxBytes, form }: FetchLimits,
  may: AddressPolicy = allowAnyAddress,
): Promise<Buffer> {
  const request = { method: form ? 'POST' : 'GET', ...(form && { body: form }), withinMs, maxBytes } as const
  const { status, body } = await requestWithLimits(address, request, may)
  if (status !== 200) throw new FetchFailed(`answered with status ${status}`)
  return body
}

/**
 * The answer to a request, whatever its status, whole, in time and in size; a redirect is answered, not followed. No address is
 * called that `may` does not let pass. Throws FetchFailed, whose `isBlocked` says that this was why.
 */
export function requestWithLimits(
  address: URL,
  request: LimitedRequest,
  may: AddressPolicy,
): Promise<LimitedResponse> {
  return withSpan('fetch', { kind: 'client' }, () => fetchResponse(address, request, may))
}

async function fetchResponse(
  address: URL,
  { withinMs, maxBytes, ...request }: LimitedRequest,
  may: AddressPolicy,
): Promise<LimitedResponse> {
  // Loaded at the first call.
  const undici = await import('undici')
  const line = may === allowAnyAddress ? null : createGuardedDispatcher(undici, may)
  try {
    const signal = AbortSignal.timeout(withinMs)
    const response = await undici.fetch(address, {
      ...request,
      redirect: 'manual',
      signal,
      ...(line && { dispatcher: line }),
    })
    const header = (name: string) => response.headers.get(name) ?? undefined
    const body = await readLimitedBody(response, maxBytes)
    if (body === null) throw new FetchFailed(`answered with more than ${maxBytes} bytes`)
    return { status: response.status, header, body }
  } catch (error) {
    // What fetch throws may name the address, and with it the key.
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(`did not answer (${errorReason(error)})`, isAddressBlocked(error))
  } finally {
    await line?.close()
  }
}

function createGuardedDispatcher(
  { Agent, buildConnector }: typeof import('undici'),
  may: AddressPolicy,
): Dispatcher {
  const connect = buildConnector({ lookup: guardedLookup(may) })
  return new Agent({
    connect(options, done) {
      try {
        assertAllowedAddress(options.hostname, may)
      } catch {
        return done(new AddressBlocked('a private address'), null)
      }
      return connect(options, done)
    },
  })
}

/** Reads the body of a response. Stops reading and returns null where it is longer than `maxBytes`. */
export async function readLimitedBody(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
