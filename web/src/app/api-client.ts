import type { Call, Reply } from '@clutch/contract/api/call.ts'
import { isErrorCode } from '@clutch/contract/errors.ts'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'

type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined

/** What a call takes: its params, query and body as the contract declares them, and a signal that ends it. */
export type CallInput<C extends Call> = Part<'params', Input<C['params']>> &
  Part<'query', Input<C['query']>> &
  Part<'body', Input<C['body']>> & { signal?: AbortSignal | undefined; headers?: HeadersInit | undefined }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

/** Makes a call of the contract and gives its checked answer. Rejects with ApiError, or AbortError when ended. */
export async function call<C extends Call>(contractCall: C, input: CallInput<C>): Promise<Reply<C>> {
  return (await callWithHeaders(contractCall, input)).reply
}

/** Like `call`, for the answers that also say something in their headers. */
export async function callWithHeaders<C extends Call>(
  contractCall: C,
  input: CallInput<C>,
): Promise<{ reply: Reply<C>; headers: Headers }> {
  const response = await send(contractCall, input)
  const answer = await readJson(response)
  if (!response.ok) throw refusal(response, answer)
  const parsed = z.safeParse(contractCall.reply ?? z.undefined(), answer)
  if (!parsed.success) throw unreadable(response, 'not the agreed answer')
  return { reply: parsed.data as Reply<C>, headers: response.headers }
}

/** The address of a call, such as `/api/servers/7?language=zh`; what is undefined is left out of the query. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = new Map(entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const search = new URLSearchParams(entries(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function entries(record: unknown): [string, string][] {
  return Object.entries(record ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
}

async function send(contractCall: Call, input: CallInput<Call>): Promise<Response> {
  const { params, query, body, signal, headers } = input
  try {
    return await fetch(addressOf(contractCall.path, params, query), {
      method: contractCall.method,
      signal: signal ?? null,
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { ...Object.fromEntries(new Headers(headers)), 'content-type': 'application/json' },
      }),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError('offline', 0, 'no answer', { cause: error })
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(response, 'not JSON', { cause: error })
  }
}

function refusal(response: Response, answer: unknown): ApiError {
  const parsed = z.safeParse(z.object({ error: z.string(), code: z.string() }), answer)
  if (!parsed.success || !isErrorCode(parsed.data.code)) return unreadable(response, 'an unknown refusal')
  return new ApiError(parsed.data.code, response.status, parsed.data.error)
}

/** A gateway answers HTML while the portal is down: that is the portal being away, not a riddle. */
function unreadable(response: Response, message: string, options?: ErrorOptions): ApiError {
  const away = [502, 503, 504].includes(response.status)
  return new ApiError(away ? 'portal.unavailable' : 'unreadable', response.status, message, options)
}
