import type { Dispatcher, Response } from 'undici'
import { withSpan } from '../observability/tracing/spans.ts'
import {
  AddressBlocked,
  type AddressPolicy,
  allowAnyAddress,
  assertAllowedAddress,
  guardedLookup,
} from './outgoing-requests.ts'

/** Another service did not answer, or not as it should. The message names neither address nor key. */
export class FetchFailed extends Error {
  override name = 'FetchFailed'
}

interface FetchLimits {
  withinMs: number
  maxBytes: number
  /** Sent by POST instead of a GET. */
  form?: URLSearchParams
}

/**
 * The body of a 200 at an address, whole, in time and in size; a redirect is not followed, and where `may` is given no address
 * is called that it does not let pass. Throws FetchFailed.
 */
export function fetchWithLimits(
  address: URL,
  limits: FetchLimits,
  may: AddressPolicy = allowAnyAddress,
): Promise<Buffer> {
  return withSpan('fetch', { kind: 'client' }, () => fetchBody(address, limits, may))
}

async function fetchBody(
  address: URL,
  { withinMs, maxBytes, form }: FetchLimits,
  may: AddressPolicy,
): Promise<Buffer> {
  // Loaded at the first call.
  const undici = await import('undici')
  const line = may === allowAnyAddress ? null : createGuardedDispatcher(undici, may)
  try {
    const signal = AbortSignal.timeout(withinMs)
    const response = await undici.fetch(address, {
      redirect: 'manual',
      signal,
      ...(form && { method: 'POST', body: form }),
      ...(line && { dispatcher: line }),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new FetchFailed(`answered with status ${response.status}`)
    }
    return await readLimitedBody(response, maxBytes)
  } catch (error) {
    // What fetch throws may name the address, and with it the key.
    throw error instanceof FetchFailed ? error : new FetchFailed(`did not answer (${errorReason(error)})`)
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

async function readLimitedBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new FetchFailed(`answered with more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
