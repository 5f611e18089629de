import { typesOnly, type Call, type Reply, type Access } from '@clutch/contract/api/call.ts'
import { buildUrl } from '@clutch/contract/api/build-url.ts'
import type { ErrorCode } from '@clutch/contract/errors.ts'
import { callTimeoutMs, uploadBytes, uploadTimeoutMs } from '@clutch/contract/limits.ts'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { checkConnection } from '../browser/connection.ts'
import { handleRefusedSession } from '../session/session-refused.ts'
import { transport } from './transport.ts'
import { getSession } from '../session/session.ts'

type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined

/** What a call takes: its params, query and body as the contract declares them, and a signal that ends it. */
export type CallInput<C extends Call> = Part<'params', Input<C['params']>> &
  Part<'query', Input<C['query']>> &
  Part<'body', Input<C['body']>> & {
    signal?: AbortSignal | undefined
    headers?: HeadersInit | undefined
    /** The token to send, if not the session's token of a signed-in call. */
    bearer?: string | undefined
    cache?: RequestCache | undefined
    /** For a call that the portal answers late on purpose; ms. */
    timeoutMs?: number | undefined
  }

/** A call with its body as it is sent. */
type Request = Omit<CallInput<Call>, 'body'> & { body?: string | undefined }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

/**
 * Makes a call of the contract and gives its checked answer. Rejects with ApiError, also when the whole answer is not there in
 * time, or AbortError when ended.
 */
export async function call<C extends Call>(contractCall: C, input: CallInput<C>): Promise<Reply<C>> {
  return (await callWithHeaders(contractCall, input)).reply
}

/** Like `call`, for the answers that also say something in their headers. */
export async function callWithHeaders<C extends Call>(
  contractCall: C,
  input: CallInput<C>,
): Promise<{ reply: Reply<C>; headers: Headers }> {
  const token = input.bearer ?? tokenFor(contractCall.who)
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const limitMs = input.timeoutMs ?? ((body?.length ?? 0) > uploadBytes ? uploadTimeoutMs : callTimeoutMs)
  const { response, answer } = await withTimeout(limitMs, input.signal, async (signal) => {
    const arrived = await send(contractCall, { ...input, body, signal }, token)
    return { response: arrived, answer: await readJson(arrived) }
  })
  if (!response.ok) throw readRefusal(response, answer, token)
  const parsed = z.safeParse(contractCall.reply ?? z.undefined(), answer, typesOnly)
  if (!parsed.success) throw unreadableAnswer(response, 'not the agreed answer')
  return { reply: parsed.data as Reply<C>, headers: response.headers }
}

/** Makes a call that answers server-sent events: its bytes, piece by piece. Rejects like `call`. */
export async function openStream(
  contractCall: Call,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const token = tokenFor(contractCall.who)
  const headers = { accept: 'text/event-stream' }
  const response = await send(contractCall, { signal, headers, cache: 'no-store' }, token)
  if (!response.ok) throw readRefusal(response, await readJson(response), token)
  if (response.body === null) throw unreadableAnswer(response, 'no stream')
  return pieces(response.body)
}

/** Not every browser iterates a stream by itself. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The session's token for the calls that ask who is signed in, and for no other. */
function tokenFor(who: Access): string | undefined {
  return who === 'user' || who === 'signed-in' || who === 'operator' ? getSession()?.token : undefined
}

/** Runs a task with a signal that ends it with `ended`, or after the time limit, which is an ApiError then. */
async function withTimeout<T>(
  limitMs: number,
  ended: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limitMs)
  try {
    return await task(ended === undefined ? late.signal : AbortSignal.any([ended, late.signal]))
  } catch (error) {
    if (!late.signal.aborted || ended?.aborted === true) throw error
    void checkConnection()
    throw new ApiError('timeout', 0, `no answer within ${limitMs} ms`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  contractCall: Call,
  { params, query, body, signal, headers, cache }: Request,
  token: string | undefined,
): Promise<Response> {
  const answer = transport.fetch(buildUrl(contractCall.path, params, query), {
    method: contractCall.method,
    signal: signal ?? null,
    ...(cache !== undefined && { cache }),
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  return toApiErrors(answer)
}

/** What came over the network: where it broke on the way, that is an ApiError; an ended call stays an AbortError. */
async function toApiErrors<T>(arriving: Promise<T>): Promise<T> {
  try {
    return await arriving
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    void checkConnection()
    throw new ApiError('offline', 0, 'no answer', { cause: error })
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await toApiErrors(response.text())
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadableAnswer(response, 'not JSON', { cause: error })
  }
}

/** Returns why the portal refused; notifies the session that sent the token. */
function readRefusal(response: Response, answer: unknown, token: string | undefined): ApiError {
  const refused = toApiError(response, answer)
  handleRefusedSession(refused.code, token)
  return refused
}

const refusalSchema = z.object({
  error: z.string(),
  code: z.string(),
  about: z.optional(z.catchall(z.object({}), z.union([z.string(), z.number(), z.null()]))),
})

function toApiError(response: Response, answer: unknown): ApiError {
  const parsed = z.safeParse(refusalSchema, answer)
  if (!parsed.success || !isErrorCode(parsed.data.code))
    return unreadableAnswer(response, 'an unknown refusal')
  const { code, error, about } = parsed.data
  return new ApiError(code, response.status, error, { about })
}

/**
 * Whether a text has the form of an API code. A list of all codes would cost more than it gains: only a
 * portal newer than the page has a code without a text (`errorWords`).
 */
function isErrorCode(code: string): code is ErrorCode {
  return /^([a-z_]+\.[a-z_]+|[A-Z_]+)$/.test(code)
}

/** A gateway answers HTML while the portal is down: that is the portal being away, not a riddle. */
function unreadableAnswer(response: Response, message: string, options?: ErrorOptions): ApiError {
  const away = [502, 503, 504].includes(response.status)
  return new ApiError(away ? 'portal.unavailable' : 'unreadable', response.status, message, options)
}
